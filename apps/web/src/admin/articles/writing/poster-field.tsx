import { MAX_IMAGE_TEXT, textProblem } from '@nightdesk/contracts'
import { useEffect, useId, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { FileButton } from '../../../ui/file-button.tsx'
import { Progress } from '../../../ui/meter.tsx'
import { Problem } from '../../../ui/states.tsx'
import { useImageUpload } from '../../screen/use-upload.ts'
import type { Poster } from '../saving/draft-text.ts'
import { useRefusal, useWriting, useWritten } from '../saving/writing-context.tsx'

const CHANGED_MEANWHILE = 'The image was changed meanwhile. Choose yours again to replace it.'

/** The featured image. It is uploaded when it is chosen, and becomes part of the article with the next save. */
export function PosterField() {
  const { draftEditor } = useWriting()
  const poster = useWritten('poster')
  const error = useRefusal('poster_alt')
  const labelId = useId()
  const hintId = useId()
  const input = useRef<HTMLInputElement>(null)
  const { upload, sent, send, cancel } = usePosterUpload()
  const action = poster ? 'Replace image' : 'Choose image'

  function remove() {
    cancel()
    draftEditor.change({ poster: null })
    // The button is removed, so move the focus.
    input.current?.focus()
  }

  return (
    <fieldset aria-labelledby={labelId} aria-describedby={hintId} className="flex flex-col gap-1">
      <p id={labelId} className="text-sm font-medium">
        Featured Image
      </p>
      {poster && (
        <img
          src={poster.url}
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
        {poster && (
          <Button variant="ghost" onClick={remove}>
            Remove image
          </Button>
        )}
      </div>
      <p id={hintId} className="text-xs text-muted">
        PNG, JPG, GIF up to 5MB
      </p>
      {poster && (
        <div className="mt-2">
          <TextArea
            name="poster_alt"
            label="Image description"
            value={poster.alt}
            rows={1}
            hint="What it shows, for readers who cannot see it"
            problem={textProblem('Image description', poster.alt.trim(), MAX_IMAGE_TEXT.alt) ?? error}
            onChange={(alt) => draftEditor.change({ poster: { ...poster, alt } })}
          />
        </div>
      )}
      {upload.isPending && <Progress label="Upload" value={sent} />}
      <Problem isSmall>{upload.error?.message}</Problem>
    </fieldset>
  )
}

/** Uploads one image at a time, which becomes the featured image. */
function usePosterUpload() {
  const { draftEditor } = useWriting()
  const posterNow = () => draftEditor.texts().written.poster
  /** The image when the upload started. */
  const replaced = useRef<Poster>(null)
  const { upload, send, ...parts } = useImageUpload(({ image_id, url }) => {
    // A merge has brought in the image of another person meanwhile.
    if (replaced.current?.image_id !== posterNow()?.image_id) throw new Error(CHANGED_MEANWHILE)
    draftEditor.change({ poster: { image_id, url, alt: '' } })
  })
  useEffect(() => draftEditor.setUploads('poster', upload.isPending ? 1 : 0), [draftEditor, upload.isPending])
  return {
    ...parts,
    upload,
    send(file: File) {
      replaced.current = posterNow()
      send(file)
    },
  }
}
