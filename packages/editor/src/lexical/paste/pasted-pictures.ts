import { getExtensionDependencyFromEditor } from '@lexical/extension'
import { type Block, isText, type Node } from '@nightdesk/contracts'
import { $getEditor, $getRoot, $getState } from 'lexical'
import { picturesInRtf } from '../../paste/rtf-pictures.ts'
import { ImageNode } from '../images/image-node.tsx'
import { slateState } from '../state.ts'
import { UploadQueueExtension } from '../uploads/upload-queue-extension.ts'
import { $createUploadingImageNode } from '../uploads/uploading-image-node.tsx'

/** Tells, within one update, which image block waits for which file. */
const MARK = 'pasted_picture'

export interface PastedPictures {
  /** Those of the paste; images that have their file are marked. */
  blocks: Block[]
  files: File[]
}

/**
 * The images that HTML names without an address which a page could open, with the pictures of the RTF beside it. They
 * are matched in order, and so only where there are as many of both. Their descriptions go with them.
 */
export function withPictures(blocks: Block[], rtf: string): PastedPictures {
  const wanted = countAddressless(blocks)
  const isTopLevel = blocks.filter(isAddressless).length === wanted
  const pictures = wanted > 0 && isTopLevel && rtf !== '' ? picturesInRtf(rtf) : []
  if (wanted === 0 || pictures.length !== wanted) return { blocks, files: [] }
  let next = 0
  const marked = blocks.map(({ url, ...image }) =>
    isAddressless({ url, ...image })
      ? { ...image, alt: image.alt ?? pictures[next]?.alt, [MARK]: next++ }
      : { ...image, ...(url !== undefined && { url }) },
  )
  return { blocks: marked, files: pictures.map(toFile) }
}

const toFile = ({ type, bytes }: { type: string; bytes: Uint8Array<ArrayBuffer> }, index: number) =>
  new File([bytes], `picture-${index + 1}.${type === 'image/png' ? 'png' : 'jpg'}`, { type })

/** Puts uploads in the place of the marked images that were just inserted. */
export function $uploadPictures(files: readonly File[]): void {
  const queue = getExtensionDependencyFromEditor($getEditor(), UploadQueueExtension).output
  for (const node of $getRoot().getChildren()) {
    const { [MARK]: mark, alt } = (node instanceof ImageNode && $getState(node, slateState)) || {}
    const file = typeof mark === 'number' ? files[mark] : undefined
    if (!file) continue
    const [upload] = queue.add([file])
    if (upload) node.replace($createUploadingImageNode(upload.id, typeof alt === 'string' ? alt : ''))
    else node.remove()
  }
}

const isAddressless = (node: Node) => !isText(node) && node.type === 'image' && node.url === ''

const countAddressless = (nodes: readonly Node[]): number =>
  nodes.reduce((sum, node) => {
    if (isText(node)) return sum
    return sum + (isAddressless(node) ? 1 : countAddressless(node.children))
  }, 0)
