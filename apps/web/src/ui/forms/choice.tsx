import { useId } from 'react'

interface ChoiceProps {
  type: 'radio' | 'checkbox'
  name?: string
  label: string
  hint: string
  checked: boolean
  onChange(): void
}

/** A checkbox or radio button with a line of explanation. */
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
