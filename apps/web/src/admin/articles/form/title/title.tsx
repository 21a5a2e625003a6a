import type { KeyboardEvent } from 'react'
import { TitleField } from '../../../../ui/forms/title-field.tsx'
import type { FormText } from '../use-form-text.ts'

interface TitleProps {
  text: FormText
  initialTitle: string
  autoFocus: boolean
}

/** The title above the text. Enter leads into the text. */
export function Title({ text: { titleField, editor, change }, initialTitle, autoFocus }: TitleProps) {
  function leaveByEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    editor.current?.focus()
  }
  return (
    <TitleField
      ref={titleField}
      name="title"
      label="Title"
      defaultValue={initialTitle}
      onChange={(title) => change({ title })}
      onKeyDown={leaveByEnter}
      autoComplete="off"
      autoFocus={autoFocus}
    />
  )
}
