import { type Block, IMAGE_FILENAME, imagePath, isText, type Node } from '@nightdesk/contracts'
import type { Archive } from '../archive/archive.ts'
import type { PictureRef } from '../model.ts'

/** Where the pictures of a story are. */
interface Place {
  folder: string
  base: URL | null
  archive: Archive
}

interface FoundPictures {
  blocks: Block[]
  pictures: PictureRef[]
}

/** The pictures of a text, each once, and the text with their addresses in place of names of files. */
export function readPictures(blocks: readonly Block[], place: Place): FoundPictures {
  const pictures = new Map<string, PictureRef>()
  const add = (picture: PictureRef) => {
    if (!pictures.has(picture.url)) pictures.set(picture.url, picture)
  }
  const convert = <N extends Node>(node: N): N => {
    if (isText(node)) return node
    const { filename, ...rest } = node
    if (node.type !== 'image') return { ...node, children: node.children.map(convert) }
    const alt = stringOf(node.alt)
    if (typeof filename === 'string' && IMAGE_FILENAME.test(filename)) {
      const picture = { ...pictureOf(filename, place), alt }
      add(picture)
      // The keys of the node but for these two are as they were.
      return { ...rest, url: picture.url } as unknown as N
    }
    const url = stringOf(node.url)
    if (url !== '') add({ url, address: url, old_path: null, path: null, alt })
    return node
  }
  return { blocks: blocks.map(convert), pictures: [...pictures.values()] }
}

/** An uploaded picture. One that the export lacks may still be on the site. */
export function pictureOf(filename: string, { folder, base, archive }: Place): PictureRef {
  const url = imagePath(filename)
  const path = `${folder}/${filename}`
  const address = base && URL.parse(url, base)
  return {
    url,
    address: address ? address.href : null,
    old_path: null,
    path: archive.has(path) ? path : null,
    alt: '',
  }
}

const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '')
