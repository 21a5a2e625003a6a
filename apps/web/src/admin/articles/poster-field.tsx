import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useId, useState } from 'react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { uploadImage } from './upload-image.ts'

export interface Poster {
  image_id: number
  url: string
}

interface PosterFieldProps {
  value: Poster | null
  onChange(poster: Poster | null): void
}

/** The featured image: uploaded as soon as it is chosen, kept with the next save. */
export function PosterField({ value, onChange }: PosterFieldProps) {
  const labelId = useId()
  const hintId = useId()
  const [sent, setSent] = useState(0)
  const upload = useMutation<Poster, Error, File>({
    mutationFn: (file) => uploadImage(file, setSent),
    onMutate: () => setSent(0),
    onSuccess: ({ image_id, url }) => onChange({ image_id, url }),
  })

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (file) upload.mutate(file)
    // So that the same file can be chosen again.
    target.value = ''
  }

  return (
    <fieldset aria-labelledby={labelId} aria-describedby={hintId} className="flex flex-col gap-2">
      <p id={labelId} className="font-medium">
        Featured Image
      </p>
      {value && <img src={value.url} alt="" className="max-h-64 w-full rounded-control object-cover" />}
      <div className="flex flex-wrap items-center gap-2">
        <label
          className={`${buttonClass({ variant: 'secondary' })} has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus`}
        >
          {value ? 'Replace image' : 'Choose image'}
          <input
            type="file"
            accept="image/*"
            aria-label="Featured Image"
            aria-describedby={hintId}
            onChange={choose}
            className="sr-only"
          />
        </label>
        {value && (
          <Button variant="ghost" onClick={() => onChange(null)}>
            Remove image
          </Button>
        )}
        <p id={hintId} className="text-xs text-muted">
          PNG, JPG, GIF up to 5MB
        </p>
      </div>
      {upload.isPending && <progress aria-label="Upload" value={sent} className="h-2 w-full" />}
      {upload.isError && (
        <p role="alert" className="text-xs text-danger">
          {upload.error.message}
        </p>
      )}
    </fieldset>
  )
}
