import { AriaLiveRegionExtension } from '@lexical/a11y'
import { effect } from '@lexical/extension'
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useExtensionDependency } from '@lexical/react/useExtensionComponent'
import { useSignalValue } from '@lexical/react/useExtensionSignalValue'
import { COMMAND_PRIORITY_LOW, HISTORY_PUSH_TAG, type LexicalEditor, mergeRegister } from 'lexical'
import { useEffect, useEffectEvent } from 'react'
import { type ImageFiles, INSERT_IMAGES_COMMAND } from './commands.ts'
import { ImageFilesExtension } from './image-files-extension.ts'
import { $insertAtIndex, $insertAtSelection } from './insert-images.ts'
import { trackPlaceholders } from './placeholders.ts'
import { type Upload, type UploadImage, type UploadQueue, uploadQueueOf } from './upload-queue.ts'
import { $createUploadingImageNode } from './uploading-image-node.tsx'

export interface ImageUploadsProps {
  uploadImage: UploadImage
  /** Called with the number of images in the text that are not stored, including failed uploads. */
  onPendingUploads?: (count: number) => void
}

/** Uploads inserted files: placeholders in the text are replaced by images. Shows which files were refused. */
export function ImageUploads({ uploadImage, onPendingUploads }: ImageUploadsProps) {
  const [editor] = useLexicalComposerContext()
  const queue = uploadQueueOf(editor)
  const refusals = useSignalValue(queue.refusals)
  const report = useEffectEvent((count: number) => onPendingUploads?.(count))
  useEffect(() => queue.connect(uploadImage), [queue, uploadImage])
  useEffect(() => queue.pending.subscribe((count) => report(count)), [queue])
  useInsertedFiles(editor, queue)
  if (refusals.length === 0) return null
  return (
    <div className="editor-panel">
      <ul role="alert">
        {refusals.map((refusal) => (
          <li key={refusal}>{refusal}</li>
        ))}
      </ul>
      <button type="button" onClick={() => queue.forgetRefusals()}>
        Dismiss
      </button>
    </div>
  )
}

/** Inserts placeholders for files, also for those that were inserted before this code was loaded. */
function useInsertedFiles(editor: LexicalEditor, queue: UploadQueue): void {
  const { waiting } = useExtensionDependency(ImageFilesExtension).output
  const { announce } = useExtensionDependency(AriaLiveRegionExtension).output
  useEffect(() => {
    const insert = ({ files, index }: ImageFiles) => {
      const uploads = queue.add(files)
      if (uploads.length === 0) return true
      insertPlaceholders(editor, uploads, index)
      announce(describeStart(uploads))
      return true
    }
    const stop = mergeRegister(
      trackPlaceholders(editor, queue),
      editor.registerCommand(INSERT_IMAGES_COMMAND, insert, COMMAND_PRIORITY_LOW),
      effect(() => {
        if (queue.settled.value) announce(describeEnd(queue.settled.value))
      }),
    )
    for (const files of waiting.splice(0)) insert(files)
    return stop
  }, [editor, queue, waiting, announce])
}

function insertPlaceholders(editor: LexicalEditor, uploads: readonly Upload[], index?: number): void {
  editor.update(
    () => {
      const nodes = uploads.map(({ id }) => $createUploadingImageNode(id))
      if (index === undefined) $insertAtSelection(nodes)
      else $insertAtIndex(nodes, index)
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
