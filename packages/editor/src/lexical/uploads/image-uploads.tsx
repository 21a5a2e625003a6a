import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useExtensionDependency } from '@lexical/react/useExtensionComponent'
import { useSignalValue } from '@lexical/react/useExtensionSignalValue'
import { COMMAND_PRIORITY_EDITOR } from 'lexical'
import { useEffect, useEffectEvent, useRef } from 'react'
import { CHOOSE_IMAGES_COMMAND, INSERT_IMAGES_COMMAND } from './commands.ts'
import type { UploadImage } from './upload-queue.ts'
import { UploadQueueExtension } from './upload-queue-extension.ts'

export interface ImageUploadsProps {
  uploadImage: UploadImage
  /** Called with the number of images in the text that are not stored, including failed uploads. */
  onPendingUploads?: (count: number) => void
}

/** Connects the upload queue with the file chooser and the store, and shows which files were refused. */
export function ImageUploads({ uploadImage, onPendingUploads }: ImageUploadsProps) {
  const queue = useExtensionDependency(UploadQueueExtension).output
  const refusals = useSignalValue(queue.refusals)
  const report = useEffectEvent((count: number) => onPendingUploads?.(count))
  useEffect(() => queue.connect(uploadImage), [queue, uploadImage])
  useEffect(() => queue.pending.subscribe((count) => report(count)), [queue])
  return (
    <>
      <FileChooser />
      {refusals.length > 0 && (
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
      )}
    </>
  )
}

/** The file chooser of the browser. */
function FileChooser() {
  const [editor] = useLexicalComposerContext()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const open = () => {
      input.current?.click()
      return true
    }
    return editor.registerCommand(CHOOSE_IMAGES_COMMAND, open, COMMAND_PRIORITY_EDITOR)
  }, [editor])
  return (
    <input
      ref={input}
      type="file"
      accept="image/*"
      multiple
      hidden
      aria-label="Image files"
      onChange={({ target }) => {
        editor.dispatchCommand(INSERT_IMAGES_COMMAND, { files: [...(target.files ?? [])] })
        editor.focus()
        // So that choosing the same files again is a change.
        target.value = ''
      }}
    />
  )
}
