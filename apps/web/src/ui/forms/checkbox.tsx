import type { ComponentProps } from 'react'

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
