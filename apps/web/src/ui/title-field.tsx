import { Field as BaseField } from '@base-ui/react/field'
import { type ComponentProps, type RefObject, useLayoutEffect } from 'react'
import { FieldMessage } from './field.tsx'

interface TitleFieldProps extends Omit<ComponentProps<'textarea'>, 'ref' | 'onChange'> {
  name: string
  label: string
  ref: RefObject<HTMLTextAreaElement | null>
  onChange(title: string): void
}

/** A title in the type of the page it is for, on as many lines as it needs. Line breaks in pasted text become spaces. */
export function TitleField({ name, label, ref, onChange, ...field }: TitleFieldProps) {
  useLayoutEffect(() => {
    if (ref.current) showTitle(ref.current, ref.current.value)
  }, [ref])
  return (
    <BaseField.Root name={name} className="flex flex-col gap-1">
      <BaseField.Label className="sr-only">{label}</BaseField.Label>
      <BaseField.Control
        render={
          <textarea
            ref={ref}
            rows={1}
            dir="auto"
            placeholder={label}
            {...field}
            onInput={({ currentTarget }) => {
              joinLines(currentTarget)
              fitHeight(currentTarget)
              onChange(currentTarget.value)
            }}
          />
        }
        className="title-field"
      />
      <FieldMessage />
    </BaseField.Root>
  )
}

/** Sets the value of the field, with the caret at its end, as in an input. */
export function showTitle(field: HTMLTextAreaElement, title: string): void {
  field.value = title
  field.setSelectionRange(title.length, title.length)
  fitHeight(field)
}

function joinLines(field: HTMLTextAreaElement): void {
  if (!field.value.includes('\n')) return
  const join = (text: string) => text.replace(/\s*\n\s*/g, ' ')
  const caret = join(field.value.slice(0, field.selectionEnd)).length
  field.value = join(field.value)
  field.setSelectionRange(caret, caret)
}

/** For browsers that do not know `field-sizing`. */
function fitHeight(field: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight}px`
}
