import { type Block, isText, type Node } from '@nightdesk/contracts'
import { $getEditor, $getRoot, $getState } from 'lexical'
import { picturesInRtf } from '../../paste/rtf-pictures.ts'
import { ImageNode } from '../images/image-node.tsx'
import { slateState } from '../state.ts'
import { uploadQueueOf } from '../uploads/upload-queue.ts'
import { $createUploadingImageNode } from '../uploads/uploading-image-node.tsx'

/** A temporary key, within one update, with the index of the file of an image block. */
const MARK = 'pasted_picture'

export interface PastedPictures {
  /** The pasted blocks; images with a file have the temporary key. */
  blocks: Block[]
  files: File[]
}

/**
 * Matches images of HTML that have no URL which a page can open with the pictures of the RTF on the same clipboard. They
 * are matched by order, so only if there are equally many. The descriptions of the pictures are used, too.
 */
export function withPictures(blocks: Block[], rtf: string): PastedPictures {
  const wanted = countAddressless(blocks)
  const isTopLevel = blocks.filter(isAddressless).length === wanted
  const pictures = wanted > 0 && isTopLevel && rtf !== '' ? picturesInRtf(rtf) : []
  if (wanted === 0 || pictures.length !== wanted) return { blocks, files: [] }
  let next = 0
  const marked = blocks.map((block) => {
    if (!isAddressless(block)) return block
    const { url: _, ...image } = block
    const alt = image.alt ?? pictures[next]?.alt
    return { ...image, ...(alt && { alt }), [MARK]: next++ }
  })
  return { blocks: marked, files: pictures.map(toFile) }
}

const toFile = ({ type, bytes }: { type: string; bytes: Uint8Array<ArrayBuffer> }, index: number) =>
  new File([bytes], `picture-${index + 1}.${type === 'image/png' ? 'png' : 'jpg'}`, { type })

/** Replaces the inserted images that have a file by uploads. */
export function $uploadPictures(files: readonly File[]): void {
  const queue = uploadQueueOf($getEditor())
  for (const node of $getRoot().getChildren()) {
    const {
      [MARK]: mark,
      url: _,
      ...texts
    } = (node instanceof ImageNode && $getState(node, slateState)) || {}
    const file = typeof mark === 'number' ? files[mark] : undefined
    if (!file) continue
    const [upload] = queue.add([file])
    if (upload) node.replace($createUploadingImageNode(upload.id, texts))
    else node.remove()
  }
}

const isAddressless = (node: Node) => !isText(node) && node.type === 'image' && node.url === ''

const countAddressless = (nodes: readonly Node[]): number =>
  nodes.reduce((sum, node) => {
    if (isText(node)) return sum
    return sum + (isAddressless(node) ? 1 : countAddressless(node.children))
  }, 0)
