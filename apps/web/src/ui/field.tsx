import { Field as BaseField } from '@base-ui/react/field'
import type { ComponentProps } from 'react'

const control =
  'rounded-control border border-control bg-surface text-ink placeholder:text-muted disabled:bg-sunken ' +
  'disabled:text-muted aria-invalid:border-danger data-invalid:border-danger'

interface FieldProps extends Omit<ComponentProps<'input'>, 'size' | 'defaultValue' | 'value'> {
  name: string
  label: string
  defaultValue?: string
  /** A line below the field. */
  hint?: string
}

/** A labelled input of a form, with the message about it below. */
export function Field({ name, label, hint, ...input }: FieldProps) {
  return (
    <BaseField.Root name={name} className="flex flex-col gap-1">
      <BaseField.Label className="text-sm font-medium">{label}</BaseField.Label>
      <BaseField.Control className={`h-10 w-full px-3 text-md ${control}`} {...input} />
      {hint && <BaseField.Description className="text-xs text-muted">{hint}</BaseField.Description>}
      <FieldMessage />
    </BaseField.Root>
  )
}

/** What is wrong with the field around it. */
function FieldMessage() {
  return <BaseField.Error role="alert" className="text-xs text-danger" />
}

interface SelectProps extends ComponentProps<'select'> {
  label: string
  options: readonly { value: string; label: string }[]
  /** For screen readers only: where the column or the place already says it. */
  hideLabel?: boolean
}

/** A choice of a few values. */
export function Select({
  label,
  options,
  hideLabel = false,
  className = 'h-8 w-full',
  ...select
}: SelectProps) {
  return (
    <label className="flex flex-col gap-1">
      <span className={hideLabel ? 'sr-only' : 'text-sm font-medium'}>{label}</span>
      <select className={`px-2 text-sm ${control} ${className}`} {...select}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}
