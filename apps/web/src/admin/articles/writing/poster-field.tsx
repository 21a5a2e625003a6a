import { MAX_IMAGE_TEXT, textProblem, type UploadedImage } from '@nightdesk/contracts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { FileButton } from '../../../ui/file-button.tsx'
import { Progress } from '../../../ui/meter.tsx'
import type { Poster } from '../saving/draft-text.ts'
import { uploadImage } from './upload-image.ts'

const CHANGED_MEANWHILE = 'The image was changed meanwhile. Choose yours again to replace it.'

interface PosterFieldProps {
  value: Poster | null
  onChange(poster: Poster | null): void
  /** The server’s message about the description. */
  error: string | undefined
  /** Number of uploads under way, 0 or 1; a save would not contain them. */
  onPendingUploads(count: number): void
}

/** The featured image. It is uploaded when it is chosen, and becomes part of the article with the next save. */
export function PosterField({ value, error, onChange, onPendingUploads }: PosterFieldProps) {
  const labelId = useId()
  const hintId = useId()
  const input = useRef<HTMLInputElement>(null)
  const { upload, sent, send, cancel } = usePosterUpload({ value, onChange, onPendingUploads })

  const action = value ? 'Replace image' : 'Choose image'

  function remove() {
    cancel()
    onChange(null)
    // The button is removed, so move the focus.
    input.current?.focus()
  }

  return (
    <fieldset aria-labelledby={labelId} aria-describedby={hintId} className="flex flex-col gap-1">
      <p id={labelId} className="text-sm font-medium">
        Featured Image
      </p>
      {value && (
        <img
          src={value.url}
          alt=""
          className="aspect-video w-full max-w-96 rounded-[4px] bg-sunken object-cover"
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <FileButton
          ref={input}
          label={action}
          accept="image/*"
          aria-label={`Featured Image, ${action}`}
          aria-describedby={hintId}
          onChoose={send}
        />
        {value && (
          <Button variant="ghost" onClick={remove}>
            Remove image
          </Button>
        )}
      </div>
      <p id={hintId} className="text-xs text-muted">
        PNG, JPG, GIF up to 5MB
      </p>
      {value && <PosterDescription poster={value} error={error} onChange={onChange} />}
      {upload.isPending && <Progress label="Upload" value={sent} />}
      {upload.isError && (
        <p role="alert" className="w-full text-xs text-danger">
          {upload.error.message}
        </p>
      )}
    </fieldset>
  )
}

interface Upload {
  file: File
  /** The image when the upload started. */
  replaced: Poster | null
  signal: AbortSignal
}

/** Uploads one image at a time. Choosing another, removing it and leaving the page abort the upload. */
function usePosterUpload({ value, onChange, onPendingUploads }: Omit<PosterFieldProps, 'error'>) {
  const [sent, setSent] = useState(0)
  const current = useRef<AbortController>(null)
  const upload = useMutation<UploadedImage, Error, Upload>({
    mutationFn: ({ file, signal }) => uploadImage(file, { onProgress: setSent, signal }),
    onMutate: () => setSent(0),
    onSuccess({ image_id, url }, { replaced, signal }) {
      if (signal.aborted) return
      // A merge has brought in the image of another person meanwhile.
      if (replaced?.image_id !== value?.image_id) throw new Error(CHANGED_MEANWHILE)
      onChange({ image_id, url, alt: '' })
    },
  })
  const report = useEffectEvent(onPendingUploads)
  useEffect(() => report(upload.isPending ? 1 : 0), [upload.isPending])
  useEffect(() => () => current.current?.abort(), [])

  function cancel() {
    current.current?.abort()
    upload.reset()
  }
  function send(file: File) {
    cancel()
    current.current = new AbortController()
    upload.mutate({ file, replaced: value, signal: current.current.signal })
  }
  return { upload, sent, send, cancel }
}

interface PosterDescriptionProps {
  poster: Poster
  /** The server’s message from the last save. */
  error: string | undefined
  onChange(poster: Poster): void
}

/** What the featured image shows, for readers who cannot see it. */
const PosterDescription = ({ poster, error, onChange }: PosterDescriptionProps) => (
  <div className="mt-2">
    <TextArea
      name="poster_alt"
      label="Image description"
      value={poster.alt}
      rows={1}
      hint="What it shows, for readers who cannot see it"
      problem={textProblem('Image description', poster.alt.trim(), MAX_IMAGE_TEXT.alt) ?? error}
      onChange={(alt) => onChange({ ...poster, alt })}
    />
  </div>
)
