import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useSignalValue } from '@lexical/react/useExtensionSignalValue'
import { $getNodeByKey, HISTORY_MERGE_TAG, type NodeKey } from 'lexical'
import { useRef } from 'react'
import { type Progress, type Upload, uploadQueueOf } from './upload-queue.ts'

interface UploadingImageProps {
  /** Id of the upload. */
  id: string
  nodeKey: NodeKey
}

/** The preview of a file that is being uploaded, with its progress. */
export function UploadingImage({ id, nodeKey }: UploadingImageProps) {
  const [editor] = useLexicalComposerContext()
  const upload = uploadQueueOf(editor).get(id)
  return upload && <Placeholder upload={upload} nodeKey={nodeKey} />
}

function Placeholder({ upload, nodeKey }: { upload: Upload; nodeKey: NodeKey }) {
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
