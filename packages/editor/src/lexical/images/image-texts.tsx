import { MAX_IMAGE_TEXT } from '@nightdesk/contracts'
import { type KeyboardEvent, useId } from 'react'
import { type CaptionKey, imageText } from '../../blocks/image-text.ts'
import { DescriptionField } from './description-field.tsx'
import type { ImageTextsProps } from './image.tsx'
import { useImageActions } from './use-image-actions.ts'

/**
 * The texts of an image, in place: caption and credit as readers see them, and the description. Each is saved when it is
 * left, in one step of undo.
 */
export function ImageTexts({ nodeKey, image, isInline }: ImageTextsProps) {
  const actions = useImageActions(nodeKey)
  return (
    <>
      {!isInline && (
        <figcaption className="editor-caption" dir="auto">
          <CaptionField name="caption" label="Caption" image={image} actions={actions} />
          <CaptionField name="credit" label="Credit" image={image} actions={actions} />
        </figcaption>
      )}
      <DescriptionField
        alt={imageText(image, 'alt')}
        onDescribe={(text) => actions.setText('alt', text)}
        onLeave={actions.select}
        onRemove={actions.remove}
      />
    </>
  )
}

interface CaptionFieldProps {
  name: CaptionKey
  label: string
  image: Record<string, unknown>
  actions: ReturnType<typeof useImageActions>
}

/** A field that looks like the text that it holds, and grows with it. */
function CaptionField({ name, label, image, actions }: CaptionFieldProps) {
  const id = useId()
  const text = imageText(image, name)
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const field = event.currentTarget
    const leave = wayOut(event)
    if (!leave || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') field.value = text
    else actions.setText(name, field.value)
    actions[leave]()
  }
  return (
    // The value is also in the generated content of the frame, which gives the field its height.
    <span className={`editor-caption-field ${name}`} data-value={text}>
      <textarea
        id={id}
        // The key makes a new field when the text has changed, for example by undo.
        key={text}
        defaultValue={text}
        rows={1}
        maxLength={MAX_IMAGE_TEXT[name]}
        aria-label={label}
        placeholder={label}
        onInput={({ currentTarget }) => {
          currentTarget.parentElement?.setAttribute('data-value', currentTarget.value)
        }}
        onBlur={({ target }) => actions.setText(name, target.value)}
        onKeyDown={onKeyDown}
      />
    </span>
  )
}

/** Where a key leads from a caption; undefined if it stays. */
function wayOut({ key, currentTarget }: KeyboardEvent<HTMLTextAreaElement>) {
  const { selectionStart, selectionEnd, value } = currentTarget
  if (key === 'Enter') return 'writeBelow'
  if (key === 'Escape' || (key === 'ArrowUp' && selectionEnd === 0)) return 'select'
  if (key === 'ArrowDown' && selectionStart === value.length) return 'moveBelow'
}
