import { type ElementNode, elementsOf, imageFilename, imageSource, type Node } from '@nightdesk/contracts'

/** The pictures in content, in the order of the text. */
export const imagesIn = (content: readonly Node[]): ElementNode[] =>
  elementsOf(content).filter(({ type }) => type === 'image')

/** The files of our own pictures in content, by the address under which each is shown. */
export function ownPictures(content: readonly Node[], site: { url: string }): Map<string, string> {
  const pictures = new Map<string, string>()
  for (const image of imagesIn(content)) {
    const address = imageSource(image)
    const filename = address && imageFilename(withoutSite(address, site))
    if (filename) pictures.set(address, filename)
  }
  return pictures
}

const withoutSite = (address: string, { url }: { url: string }) =>
  address.startsWith(`${url}/`) ? address.slice(url.length) : address

/** The files of our own that content names, without duplicates. */
export function filenamesIn(content: readonly Node[]): string[] {
  const names = imagesIn(content).map(({ filename }) => filename)
  return [...new Set(names.filter((name) => typeof name === 'string'))]
}
