import { type Block, imagePath, imageSource } from '@nightdesk/contracts'
import type { PictureRef } from '../model.ts'
import { mapNodes } from './fit-item.ts'

/** Puts stored files in place of pictures, which keep their descriptions, captions and alignment. @param files names of files by URL */
export const placePictures = (content: Block[], files: ReadonlyMap<string, string>): Block[] =>
  mapNodes(content, (element) => {
    const filename = element.type === 'image' ? files.get(String(element.url ?? '')) : undefined
    return filename === undefined ? element : { ...element, url: imagePath(filename), filename }
  })

/** Shows pictures of the archive that cannot be stored from the old site, or an empty frame where the address is unknown. */
export function releasePictures(content: Block[], pictures: readonly PictureRef[]): Block[] {
  const addresses = new Map(
    pictures.flatMap(({ url, path, address }) => (path === null ? [] : [[url, safeAddress(address)]])),
  )
  return mapNodes(content, (element) => {
    const address = element.type === 'image' ? addresses.get(String(element.url ?? '')) : undefined
    return address === undefined ? element : { ...element, url: address }
  })
}

const safeAddress = (address: string | null) => (address && imageSource({ url: address })) || ''

/** The addresses of pictures that other sites have, each once. */
export function outsidePictures(content: Block[]): string[] {
  const urls = new Set<string>()
  mapNodes(content, (element) => {
    const url = element.type === 'image' ? imageSource(element) : undefined
    if (url && /^https?:/i.test(url)) urls.add(url)
    return element
  })
  return [...urls]
}
