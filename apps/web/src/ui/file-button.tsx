import type { ChangeEvent, ComponentProps } from 'react'
import { type ButtonStyle, buttonClass } from './button.tsx'

interface FileButtonProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'className'> {
  label: string
  variant?: ButtonStyle['variant']
  onChoose(file: File): void
}

export function FileButton({ label, variant, onChoose, ...input }: FileButtonProps) {
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (file) onChoose(file)
    // Without this, choosing the same file again fires no event.
    target.value = ''
  }
  return (
    <label
      className={`${buttonClass({ variant })} has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus`}
    >
      {label}
      <input {...input} type="file" onChange={choose} className="sr-only" />
    </label>
  )
}
