import { Field as BaseField } from '@base-ui/react/field'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'
import { Problem } from './states.tsx'

/** The look of whatever is typed or chosen in, without its size. */
export const control =
  'rounded-control border border-control bg-surface text-ink placeholder:text-muted disabled:bg-sunken ' +
  'disabled:text-muted [&[readonly]]:bg-sunken [&[readonly]]:text-ink-2 aria-invalid:border-danger data-invalid:border-danger'

interface FieldProps extends Omit<ComponentProps<'input'>, 'size' | 'defaultValue' | 'value'> {
  name: string
  label: string
  value?: string
  defaultValue?: string
  /** Text below the field. */
  hint?: string
}

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

interface TextAreaProps {
  name: string
  label: string
  value: string
  /** Lines of an empty field. */
  rows: number
  placeholder?: string
  /** Text below the field. */
  hint: ReactNode
  problem: string | undefined
  onChange(value: string): void
}

/** A labelled text whose height grows with it. */
export function TextArea({ label, rows, hint, problem, onChange, ...field }: TextAreaProps) {
  return (
    <BaseField.Root invalid={problem !== undefined} className="flex min-w-0 flex-col gap-1">
      <BaseField.Label className="text-sm font-medium">{label}</BaseField.Label>
      <BaseField.Control
        {...field}
        onValueChange={onChange}
        render={<textarea rows={rows} dir="auto" />}
        className={`field-sizing-content max-h-60 min-h-10.5 w-full resize-none px-3 py-2.5 text-sm/5 ${control}`}
      />
      <BaseField.Description className="flex justify-between gap-3 text-xs text-pretty text-muted">
        {hint}
      </BaseField.Description>
      <Problem isSmall>{problem}</Problem>
    </BaseField.Root>
  )
}

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'onToggle'> {
  /** Accessible name. */
  label: string
  /** Some of its rows are selected, but not all. */
  indeterminate?: boolean
  /** `isRange`: Shift was held. */
  onToggle(isRange: boolean): void
}

/** A checkbox without a visible label, for rows of a table. Its target is 24 px, or 44 px on a touch screen. */
export function Checkbox({
  label,
  indeterminate = false,
  onToggle,
  className = '',
  ...input
}: CheckboxProps) {
  return (
    <label
      className={`-m-1 grid size-6 place-items-center pointer-coarse:-m-3.5 pointer-coarse:size-11 ${className}`}
    >
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        className="size-4 accent-(--primary)"
        ref={(element) => {
          if (element) element.indeterminate = indeterminate
        }}
        onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        {...input}
      />
    </label>
  )
}

interface ChoiceProps {
  type: 'radio' | 'checkbox'
  name?: string
  label: string
  hint: string
  checked: boolean
  onChange(): void
}

export function Choice({ label, hint, ...input }: ChoiceProps) {
  const hintId = useId()
  return (
    <label className="flex items-start gap-2.5 pointer-coarse:min-h-11">
      <input {...input} aria-describedby={hintId} className="mt-0.5 size-4 shrink-0 accent-(--primary)" />
      <span className="min-w-0">
        {label}
        <span id={hintId} aria-hidden className="block text-xs text-muted">
          {hint}
        </span>
      </span>
    </label>
  )
}
