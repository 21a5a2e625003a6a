import { type KeyboardEvent, useId, useRef } from 'react'

interface DescriptionFieldProps {
  alt: string
  onDescribe: (text: string) => void
  onLeave: () => void
  onRemove: () => void
}

/** The description of an image, and the button that removes the image. Enter saves and Escape restores the description. */
export function DescriptionField({ alt, onDescribe, onLeave, onRemove }: DescriptionFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if ((event.key !== 'Enter' && event.key !== 'Escape') || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') onDescribe(event.currentTarget.value)
    else event.currentTarget.value = alt
    onLeave()
  }
  return (
    <span className="editor-image-alt editor-description">
      <label htmlFor={id}>Image description</label>
      <input
        ref={input}
        id={id}
        // Saved as a whole, in one step of undo. The key makes a new field when the description has changed.
        key={alt}
        defaultValue={alt}
        maxLength={500}
        aria-describedby={alt === '' ? `${id}-hint` : undefined}
        onBlur={(event) => onDescribe(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        // A press must not leave the field: the description would be saved, and the button could move away from the press.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          if (input.current) onDescribe(input.current.value)
          onRemove()
        }}
      >
        Remove image
      </button>
      {alt === '' && (
        <span id={`${id}-hint`} className="editor-image-hint">
          What it shows, for readers who cannot see it
        </span>
      )}
    </span>
  )
}
