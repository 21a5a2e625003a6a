import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/forms/file-button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { uploadImage } from '../articles/writing/upload-image.ts'

export interface PersonPicture {
  image_id: number
  url: string
}

interface PictureFieldProps {
  value: PersonPicture | null
  onChange(picture: PersonPicture | null): void
}

/** The picture of a person, which is uploaded when it is chosen and belongs to them when the form is saved. */
export function PictureField({ value, onChange }: PictureFieldProps) {
  const labelId = useId()
  const upload = useMutation({ mutationFn: (file: File) => uploadImage(file), onSuccess: onChange })

  return (
    <fieldset aria-labelledby={labelId} className="flex flex-col gap-1">
      <p id={labelId} className="text-sm font-medium">
        Picture
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {value && <img src={value.url} alt="" className="size-16 rounded-full bg-sunken object-cover" />}
        <FileButton
          label={value ? 'Replace image' : 'Choose image'}
          accept="image/*"
          onChoose={(file) => upload.mutate(file)}
        />
        {value && (
          <Button variant="ghost" onClick={() => onChange(null)}>
            Remove image
          </Button>
        )}
      </div>
      {upload.isPending && <Progress label="Upload" value={null} />}
      {upload.isError && (
        <p role="alert" className="text-xs text-danger">
          {upload.error.message}
        </p>
      )}
    </fieldset>
  )
}
