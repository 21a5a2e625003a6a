import { Field as BaseField } from '@base-ui/react/field'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'

const control =
  'rounded-control border border-control bg-surface text-ink placeholder:text-muted disabled:bg-sunken ' +
  'disabled:text-muted [&[readonly]]:bg-sunken [&[readonly]]:text-ink-2 aria-invalid:border-danger data-invalid:border-danger'

interface FieldProps extends Omit<ComponentProps<'input'>, 'size' | 'defaultValue' | 'value'> {
  name: string
  label: string
  defaultValue?: string
  /** A line below the field. */
  hint?: string
}

/** A labelled input of a form, with the message about it below. */
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

/** For e-mail the browser would check first, and say it in words that are not ours. */
function kindOf(type: FieldProps['type']): ComponentProps<'input'> {
  if (type !== 'email') return { type }
  return { type: 'text', inputMode: 'email', autoCapitalize: 'none', spellCheck: false }
}

/** What is wrong with the field around it. */
function FieldMessage() {
  return <BaseField.Error role="alert" className="text-xs text-danger" />
}

/** Looks like the heading it becomes. Its label is read out; the placeholder shows it. */
export function HeadingField({ name, label, ...input }: Omit<FieldProps, 'hint' | 'placeholder'>) {
  return (
    <BaseField.Root name={name} className="flex flex-col gap-1">
      <BaseField.Label className="sr-only">{label}</BaseField.Label>
      <BaseField.Control
        placeholder={label}
        dir="auto"
        className="w-full rounded-control bg-transparent font-serif text-[clamp(1.5rem,1.1rem+2vw,2.5rem)] leading-[1.4] font-light tracking-tight text-ellipsis placeholder:text-muted focus-visible:outline-offset-4"
        {...input}
      />
      <WholeText />
      <FieldMessage />
    </BaseField.Root>
  )
}

/** What the input beside it holds, as soon as that is longer than its line; for the eye only. */
function WholeText() {
  const line = useRef<HTMLParagraphElement>(null)
  const [text, setText] = useState('')
  useEffect(() => {
    const input = line.current?.parentElement?.querySelector('input')
    if (!input) return
    const measure = () => setText(input.scrollWidth > input.clientWidth ? input.value : '')
    const observer = new ResizeObserver(measure)
    observer.observe(input)
    input.addEventListener('input', measure)
    // Only then are the letters as wide as they stay. To ask for `fonts.ready` would lay out the whole page at once.
    document.fonts.addEventListener('loadingdone', measure)
    return () => {
      observer.disconnect()
      input.removeEventListener('input', measure)
      document.fonts.removeEventListener('loadingdone', measure)
    }
  }, [])
  return (
    <p ref={line} aria-hidden className="font-serif text-md wrap-anywhere text-ink-2 empty:hidden">
      {text}
    </p>
  )
}

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string
}

/** Looks through what stands below it, while one types. */
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
