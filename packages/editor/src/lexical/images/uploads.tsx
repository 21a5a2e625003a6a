import { effect } from '@lexical/extension'
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useSignalValue } from '@lexical/react/useExtensionSignalValue'
import { $insertNodeToNearestRoot } from '@lexical/utils'
import {
  $getNodeByKey,
  $getRoot,
  $getSelection,
  $isNodeSelection,
  $isParagraphNode,
  HISTORY_MERGE_TAG,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
  mergeRegister,
  type NodeKey,
  SKIP_DOM_SELECTION_TAG,
  SKIP_SCROLL_INTO_VIEW_TAG,
} from 'lexical'
import { useEffect, useEffectEvent, useRef } from 'react'
import { announce, handleHeld, INSERT_IMAGES_COMMAND } from '../commands.ts'
import { $returnToText } from '../footnotes/footnotes.ts'
import { $selectEndOf, $selectNode } from '../nodes.ts'
import { $createImageNode } from './image-node.tsx'
import {
  type Progress,
  type StoredImage,
  type Upload,
  type UploadImage,
  type UploadQueue,
  uploadQueueOf,
} from './upload-queue.ts'
import { $createUploadingImageNode, $keysOf, $uploadOf, UploadingImageNode } from './uploading-image-node.tsx'

export interface ImageUploadsProps {
  uploadImage: UploadImage
  /** Called with the number of images in the text that are not stored, including failed uploads. */
  onPendingUploads: (count: number) => void
}

/** Uploads inserted files, which images in the text then replace. Shows which files were refused. */
export function ImageUploads({ uploadImage, onPendingUploads }: ImageUploadsProps) {
  const [editor] = useLexicalComposerContext()
  const queue = uploadQueueOf(editor)
  const refusals = useSignalValue(queue.refusals)
  const report = useEffectEvent(onPendingUploads)
  useEffect(() => queue.connect(uploadImage), [queue, uploadImage])
  useEffect(() => queue.pending.subscribe((count) => report(count)), [queue])
  useEffect(
    () =>
      mergeRegister(
        trackUploads(editor, queue),
        effect(() => {
          if (queue.settled.value) announce(editor, describeEnd(queue.settled.value))
        }),
        // Also files that were inserted before this code was loaded.
        handleHeld(editor, INSERT_IMAGES_COMMAND, ({ files, index }) => {
          const uploads = queue.add(files)
          if (uploads.length === 0) return
          insertUploads(editor, uploads, index)
          announce(editor, describeStart(uploads))
        }),
      ),
    [editor, queue],
  )
  if (refusals.length === 0) return null
  const dismiss = () => {
    queue.forgetRefusals()
    editor.focus()
  }
  return (
    <div className="editor-panel">
      <ul role="alert">
        {refusals.map((refusal) => (
          <li key={refusal}>{refusal}</li>
        ))}
      </ul>
      <button type="button" onClick={dismiss}>
        Dismiss
      </button>
    </div>
  )
}

function insertUploads(editor: LexicalEditor, uploads: readonly Upload[], index?: number): void {
  editor.update(
    () => {
      const nodes = uploads.map(({ id }) => $createUploadingImageNode(id))
      if (index !== undefined) return $insertAtIndex(nodes, index)
      // A footnote is one line: images are inserted below the block that refers to it.
      if ($returnToText(editor)) $getSelection()?.getNodes()[0]?.getTopLevelElement()?.selectEnd()
      $insertAtSelection(nodes)
    },
    { tag: HISTORY_PUSH_TAG },
  )
}

const describeStart = (uploads: readonly Upload[]) =>
  uploads.length === 1 ? `Uploading ${uploads[0]?.file.name}` : `Uploading ${uploads.length} images`

function describeEnd({ file, progress }: Upload): string {
  const end = progress.peek()
  return end.state === 'failed' ? `${file.name}: ${end.message}` : `Uploaded ${file.name}`
}

/** Inserts blocks at the caret, splitting its line; the caret moves below them. */
function $insertAtSelection([first, ...others]: readonly LexicalNode[]): void {
  if (!first) return
  $insertNodeToNearestRoot(first)
  let last = first
  for (const node of others) last = last.insertAfter(node)
  const above = first.getPreviousSibling()
  // An empty line at the caret moves below the images, where writing continues.
  if ($isParagraphNode(above) && above.isEmpty()) {
    const below = last.getNextSibling()
    if ($isParagraphNode(below) && below.isEmpty()) above.remove()
    else last.insertAfter(above)
  }
  $selectEndOf(last)
}

/** Inserts blocks before the top-level block with this index, or at the end. */
function $insertAtIndex(nodes: readonly LexicalNode[], index: number): void {
  $getRoot().splice(index, 0, [...nodes])
  const last = nodes.at(-1)
  if (last) $selectEndOf(last)
}

/**
 * Synchronises the pending images of the text with their uploads. When an upload is stored, its image replaces the pending
 * one, also one that undo restores. A pending image without an upload is removed, and removing one cancels its upload.
 */
function trackUploads(editor: LexicalEditor, queue: UploadQueue): () => void {
  const uploadsByKey = new Map<NodeKey, string>()

  function place(key: NodeKey): void {
    const upload = queue.get(editor.read(() => $uploadAt(key)))
    const progress = upload?.progress.peek()
    if (upload) uploadsByKey.set(key, upload.id)
    if (progress?.state === 'stored') replacePending(editor, key, progress.image)
    else if (!upload) replacePending(editor, key)
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
  return node instanceof UploadingImageNode ? $uploadOf(node) : ''
}

/** Not a step of undo. Does not scroll, or move the focus of a writer who is elsewhere. */
function replacePending(editor: LexicalEditor, key: NodeKey, stored?: StoredImage): void {
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
  const keys = node instanceof UploadingImageNode ? $keysOf(node) : {}
  const image = node.replace($createImageNode({ ...keys, filename, width, height }))
  if (isSelected) $selectNode(image)
}

/** The preview of a file that is being uploaded, with its progress. */
export function UploadingImage({ id, nodeKey }: { id: string; nodeKey: NodeKey }) {
  const [editor] = useLexicalComposerContext()
  const upload = uploadQueueOf(editor).get(id)
  return upload && <PendingImage upload={upload} nodeKey={nodeKey} />
}

function PendingImage({ upload, nodeKey }: { upload: Upload; nodeKey: NodeKey }) {
  const [editor] = useLexicalComposerContext()
  const queue = uploadQueueOf(editor)
  const progress = useSignalValue(upload.progress)
  const end = useRef<HTMLButtonElement>(null)
  const { name } = upload.file

  // Not a step of undo, because the image was never stored.
  const remove = () => {
    editor.update(() => $getNodeByKey(nodeKey)?.remove(), { tag: HISTORY_MERGE_TAG })
    editor.focus()
  }
  const retry = () => {
    queue.retry(upload.id)
    end.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form’s
    <div
      role="group"
      aria-label={`Upload of ${name}`}
      className="editor-upload"
      data-failed={progress.state === 'failed' || undefined}
    >
      <img src={upload.preview} alt="" draggable={false} />
      <div className="editor-upload-bar">
        <p>{describe(progress, name)}</p>
        {progress.state === 'failed' ? (
          <button type="button" onClick={retry}>
            Retry
          </button>
        ) : (
          <progress aria-label={`Uploading ${name}`} max={100} value={percentOf(progress)} />
        )}
        <button ref={end} type="button" onClick={remove}>
          {progress.state === 'failed' ? 'Remove' : 'Cancel'}
        </button>
      </div>
    </div>
  )
}

function percentOf(progress: Progress): number {
  if (progress.state === 'stored') return 100
  return progress.state === 'sending' ? Math.round(progress.sent * 100) : 0
}

function describe(progress: Progress, name: string): string {
  if (progress.state === 'failed') return progress.message
  if (progress.state === 'waiting') return `Waiting to upload ${name}`
  // Everything is sent, and the server is processing it.
  if (percentOf(progress) === 100) return `Storing ${name}…`
  return `Uploading ${name}… ${percentOf(progress)} %`
}
