import { Field as BaseField } from '@base-ui/react/field'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
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
function FieldMessage() {
  return <BaseField.Error role="alert" className="text-xs text-danger" />
}

/** An input that looks like a heading. The label is for screen readers, and also the placeholder. */
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

/** Repeats the input's text below it when that is too long for one line. Hidden from screen readers. */
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
    // The width of the text is final once the fonts are loaded. Reading `fonts.ready` would force a layout of the page.
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
