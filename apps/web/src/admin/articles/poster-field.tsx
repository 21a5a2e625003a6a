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
    mutationFn: (file) => uploadImage(file, { onProgress: setSent }),
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
    <fieldset
      aria-labelledby={labelId}
      aria-describedby={hintId}
      className="flex flex-wrap items-center gap-x-4 gap-y-2"
    >
      {value && <img src={value.url} alt="" className="h-14 w-25 rounded-[4px] bg-sunken object-cover" />}
      <div className="min-w-0 flex-1">
        <p id={labelId} className="font-medium">
          Featured Image
        </p>
        <p id={hintId} className="text-xs text-muted">
          PNG, JPG, GIF up to 5MB
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {value && (
          <Button variant="ghost" onClick={() => onChange(null)}>
            Remove image
          </Button>
        )}
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
      </div>
      {upload.isPending && <progress aria-label="Upload" value={sent} className="h-2 w-full" />}
      {upload.isError && (
        <p role="alert" className="w-full text-xs text-danger">
          {upload.error.message}
        </p>
      )}
    </fieldset>
  )
}
