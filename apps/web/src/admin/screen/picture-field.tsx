import { type MouseEvent, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { Progress } from '../../ui/meter.tsx'
import { Problem } from '../../ui/states.tsx'
import { useImageUpload } from './use-upload.ts'

export interface ChosenPicture {
  image_id: number
  url: string
}

interface PictureFieldProps {
  label: string
  value: ChosenPicture | null
  /** How the picture is shown: cut to a circle, or whole. */
  shape: keyof typeof SHAPES
  hint?: string
  problem?: string | undefined
  onChange(picture: ChosenPicture | null): void
}

const SHAPES = {
  circle: 'size-16 rounded-full object-cover',
  whole: 'h-16 max-w-48 rounded-control object-contain',
}

/** A picture that is uploaded when it is chosen, and belongs to what the form is about when that is saved. */
export function PictureField({ label, value, shape, hint, problem, onChange }: PictureFieldProps) {
  const labelId = useId()
  const { upload, sent, send, cancel } = useImageUpload(onChange)
  function leave({ currentTarget }: MouseEvent) {
    cancel()
    currentTarget.closest('fieldset')?.querySelector('input')?.focus() // the button is removed
  }
  function remove(event: MouseEvent) {
    leave(event)
    onChange(null)
  }
  return (
    <fieldset aria-labelledby={labelId} className="flex flex-col gap-1">
      <p id={labelId} className="text-sm font-medium">
        {label}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {value && <img src={value.url} alt="" className={`bg-sunken ${SHAPES[shape]}`} />}
        <FileButton label={value ? 'Replace image' : 'Choose image'} accept="image/*" onChoose={send} />
        {value && (
          <Button variant="ghost" onClick={remove}>
            Remove image
          </Button>
        )}
      </div>
      {hint && <p className="text-xs text-muted">{hint}</p>}
      {upload.isPending && (
        <div className="flex items-center gap-3">
          <Progress label="Upload" value={sent} />
          <Button variant="ghost" size="sm" onClick={leave}>
            Cancel upload
          </Button>
        </div>
      )}
      <Problem isSmall>{problem ?? upload.error?.message}</Problem>
    </fieldset>
  )
}
