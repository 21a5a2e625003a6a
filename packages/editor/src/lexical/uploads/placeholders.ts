import { effect } from '@lexical/extension'
import {
  $getNodeByKey,
  $getSelection,
  $isNodeSelection,
  HISTORY_MERGE_TAG,
  type LexicalEditor,
  mergeRegister,
  type NodeKey,
  SKIP_DOM_SELECTION_TAG,
  SKIP_SCROLL_INTO_VIEW_TAG,
} from 'lexical'
import { $selectNode } from '../blocks/select-node.ts'
import { $createImageNode } from '../images/image-node.tsx'
import type { StoredImage, UploadQueue } from './upload-queue.ts'
import { $isUploadingImageNode, $keysOf, $uploadOf, UploadingImageNode } from './uploading-image-node.tsx'

/**
 * Synchronises placeholders and uploads. When an upload is stored, its image replaces the placeholder, also one that undo
 * restores. A placeholder without an upload is removed, and removing a placeholder cancels its upload.
 */
export function trackPlaceholders(editor: LexicalEditor, queue: UploadQueue): () => void {
  const uploadsByKey = new Map<NodeKey, string>()

  function place(key: NodeKey): void {
    const upload = queue.get(editor.read(() => $uploadAt(key)))
    const progress = upload?.progress.peek()
    if (upload) uploadsByKey.set(key, upload.id)
    if (progress?.state === 'stored') replacePlaceholder(editor, key, progress.image)
    else if (!upload) replacePlaceholder(editor, key)
  }

  return mergeRegister(
    editor.registerMutationListener(UploadingImageNode, (mutations) => {
      for (const [key, mutation] of mutations) {
        if (mutation === 'created') place(key)
        else if (mutation === 'destroyed') {
          queue.cancel(uploadsByKey.get(key) ?? '')
          uploadsByKey.delete(key)
        }
      }
    }),
    effect(() => {
      const id = queue.settled.value?.id
      for (const [key, upload] of uploadsByKey) if (upload === id) place(key)
    }),
  )
}

function $uploadAt(key: NodeKey): string {
  const node = $getNodeByKey(key)
  return $isUploadingImageNode(node) ? $uploadOf(node) : ''
}

/** Not a step of undo. Does not scroll, or move the focus of a writer who is elsewhere. */
function replacePlaceholder(editor: LexicalEditor, key: NodeKey, stored?: StoredImage): void {
  const hadFocus = editor.getElementByKey(key)?.contains(document.activeElement)
  const isElsewhere = editor.getRootElement() !== document.activeElement
  editor.update(() => $replace(key, stored), {
    tag: [HISTORY_MERGE_TAG, SKIP_SCROLL_INTO_VIEW_TAG, ...(isElsewhere ? [SKIP_DOM_SELECTION_TAG] : [])],
    onUpdate: () => hadFocus && editor.focus(),
  })
}

function $replace(key: NodeKey, stored?: StoredImage): void {
  const node = $getNodeByKey(key)
  if (!node) return
  if (!stored) {
    node.remove()
    return
  }
  const isSelected = $isNodeSelection($getSelection()) && node.isSelected()
  const { filename, width, height } = stored
  const keys = $isUploadingImageNode(node) ? $keysOf(node) : {}
  const image = node.replace($createImageNode({ ...keys, filename, width, height }))
  if (isSelected) $selectNode(image)
}
