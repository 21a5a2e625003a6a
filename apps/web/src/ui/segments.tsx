interface SegmentsProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange(value: Value): void
}

/** A choice of a few values, all of them visible. */
export function Segments<Value extends string>({ label, options, value, onChange }: SegmentsProps<Value>) {
  return (
    <fieldset
      aria-label={label}
      className="flex max-w-full min-w-0 flex-wrap rounded-control bg-sunken p-0.5"
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="h-8 shrink-0 rounded-[5px] border border-transparent px-3 font-medium text-ink-2 hover:text-ink focus-visible:-outline-offset-2 aria-pressed:border-line aria-pressed:bg-surface aria-pressed:text-ink"
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
