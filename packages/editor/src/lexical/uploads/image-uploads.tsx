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
  /** Told how many images in the text are not stored yet, those included whose upload failed. */
  onPendingUploads?: (count: number) => void
}

/** Connects the editor’s uploads with where files come from and go to, and says which are not taken. */
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

/** The browser’s own window for choosing files. */
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
        // So that the same files can be chosen again.
        target.value = ''
      }}
    />
  )
}
