import { formatBytes } from '@nightdesk/contracts/format-bytes'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { formatPercent } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/forms/file-button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { useImportUpload } from './use-import-upload.ts'

const ONE_FILE = 'Drop one file at a time.'
const NO_FOLDER = 'This is a folder. Put it into a zip file, and drop that.'

/** Where a file is dropped or chosen. */
export function UploadField() {
  const { start, cancel, isPending, error, file, sent } = useImportUpload()
  const [dropProblem, setDropProblem] = useState<string>()
  const problem = dropProblem ?? error?.message

  function send(chosen: File | string) {
    setDropProblem(typeof chosen === 'string' ? chosen : undefined)
    if (typeof chosen !== 'string') start(chosen)
  }

  return (
    <>
      {problem && <ErrorState message={problem} />}
      <DropZone onDrop={(dropped) => !isPending && send(dropped)}>
        {isPending && file ? (
          <Sending file={file} sent={sent} onCancel={cancel} />
        ) : (
          <ChooseFile onChoose={send} />
        )}
      </DropZone>
    </>
  )
}

interface DropZoneProps {
  /** Receives the file, or why what was dropped is none. */
  onDrop(dropped: File | string): void
  children: ReactNode
}

function DropZone({ onDrop, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false)
  function over(event: DragEvent) {
    event.preventDefault()
    setOver(true)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    onDrop(readDrop(event.dataTransfer))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same with a keyboard
    <div
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`flex flex-col items-center gap-3 rounded-card border border-dashed px-4 py-8 text-center ${isOver ? 'border-primary bg-sunken' : 'border-control bg-surface'}`}
    >
      {children}
    </div>
  )
}

function readDrop({ files, items }: DataTransfer): File | string {
  const [file] = files
  if (!file || files.length > 1) return ONE_FILE
  return items[0]?.webkitGetAsEntry()?.isDirectory ? NO_FOLDER : file
}

function ChooseFile({ onChoose }: { onChoose(file: File): void }) {
  const hintId = useId()
  return (
    <>
      <p className="font-medium">Drop a file here</p>
      <FileButton label="Choose file" variant="primary" aria-describedby={hintId} onChoose={onChoose} />
      <p id={hintId} className="max-w-prose text-xs text-muted">
        At most 2 GB. You see what comes in, what changes and what is lost before anything is written.
      </p>
    </>
  )
}

interface SendingProps {
  file: File
  /** 0 to 1 */
  sent: number
  onCancel(): void
}

function Sending({ file, sent, onCancel }: SendingProps) {
  return (
    <div className="flex w-full max-w-md flex-col gap-3">
      <p role="status" className="font-medium wrap-anywhere">
        Sending {file.name}
      </p>
      <Progress label="Sent" value={sent} />
      <p className="text-xs text-muted tabular-nums">
        {formatPercent(Math.floor(sent * 100))} of {formatBytes(file.size)}. Stay on this page until it is
        sent.
      </p>
      <div>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
