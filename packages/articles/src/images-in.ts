import { type ElementNode, imageFilename, imageSource, type Node } from '@nightdesk/contracts'

/** The pictures in content, in the order of the text. */
export function imagesIn(content: readonly Node[]): ElementNode[] {
  const images: ElementNode[] = []
  const open = content.toReversed()
  for (let node = open.pop(); node; node = open.pop()) {
    if (!('children' in node)) continue
    const element = node as ElementNode // a node with children is an element
    if (element.type === 'image') images.push(element)
    for (const child of element.children.toReversed()) open.push(child)
  }
  return images
}

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
