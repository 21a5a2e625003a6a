import { Field as BaseField } from '@base-ui/react/field'
import type { ComponentProps } from 'react'
import { Icon } from '../icon.tsx'

const control =
  'rounded-control border border-control bg-surface text-ink placeholder:text-muted disabled:bg-sunken ' +
  'disabled:text-muted [&[readonly]]:bg-sunken [&[readonly]]:text-ink-2 aria-invalid:border-danger data-invalid:border-danger'

interface FieldProps extends Omit<ComponentProps<'input'>, 'size' | 'defaultValue' | 'value'> {
  name: string
  label: string
  defaultValue?: string
  /** Text below the field. */
  hint?: string
}

/** A labelled input with its error message below. */
export function Field({ name, label, hint, type, ...input }: FieldProps) {
  return (
    <BaseField.Root name={name} className="flex flex-col gap-1">
      <BaseField.Label className="text-sm font-medium">{label}</BaseField.Label>
      <BaseField.Control className={`h-10 w-full px-3 text-md ${control}`} {...kindOf(type)} {...input} />
      {hint && <BaseField.Description className="text-xs text-muted">{hint}</BaseField.Description>}
      <FieldMessage />
    </BaseField.Root>
  )
}

/** Avoids `type="email"`, because the browser would validate it with messages of its own. */
function kindOf(type: FieldProps['type']): ComponentProps<'input'> {
  if (type !== 'email') return { type }
  return { type: 'text', inputMode: 'email', autoCapitalize: 'none', spellCheck: false }
}

/** The error message of the enclosing field. */
export function FieldMessage() {
  return <BaseField.Error role="alert" className="text-xs text-danger" />
}

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string
}

/** An input that searches a list while typing. */
export function SearchField({ label, className = '', ...input }: SearchFieldProps) {
  return (
    <label className={`relative block ${className}`}>
      <span className="sr-only">{label}</span>
      <Icon name="search" className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted" />
      <input
        type="search"
        placeholder={label}
        autoComplete="off"
        className={`h-9 w-full pr-2 pl-8 text-sm ${control}`}
        {...input}
      />
    </label>
  )
}

interface SelectProps extends ComponentProps<'select'> {
  label: string
  options: readonly { value: string; label: string }[]
  /** Shows the label to screen readers only, when a column head or the context already names it. */
  hideLabel?: boolean
}

/** A labelled select. */
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
