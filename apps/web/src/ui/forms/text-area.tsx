import { type ReactNode, useId } from 'react'

interface TextAreaProps {
  name: string
  label: string
  value: string
  /** Lines of an empty field. */
  rows: number
  placeholder?: string
  /** Text below the field. */
  hint: ReactNode
  /** What is wrong with the value. */
  problem: string | undefined
  onChange(value: string): void
}

/** A labelled text whose height grows with it. */
export function TextArea({ label, hint, problem, onChange, ...field }: TextAreaProps) {
  const id = useId()
  const hintId = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <textarea
        {...field}
        id={id}
        dir="auto"
        aria-describedby={hintId}
        aria-invalid={problem !== undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        className="field-sizing-content max-h-60 min-h-10.5 w-full resize-none rounded-control border border-control bg-surface px-3 py-2.5 text-sm/5 placeholder:text-muted aria-invalid:border-danger"
      />
      <p id={hintId} className="flex justify-between gap-3 text-xs text-pretty text-muted">
        {hint}
      </p>
      {problem && (
        <p role="alert" className="text-xs text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}
