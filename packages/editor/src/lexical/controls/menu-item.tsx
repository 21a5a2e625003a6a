import type { KeyboardEvent } from 'react'
import type { Control } from './controls.ts'
import { Sign } from './sign.tsx'

interface MenuItemProps {
  control: Pick<Control, 'name' | 'sign'>
  /** Undefined for a control that is not a switch. */
  isOn?: boolean | undefined
  isDisabled?: boolean
  /** Shows the sign only. */
  isSmall?: boolean
  onChoose(): void
}

/** An item of a menu of controls. */
export function MenuItem({ control, isOn, isDisabled = false, isSmall = false, onChoose }: MenuItemProps) {
  return (
    <button
      type="button"
      {...(isOn === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': isOn })}
      {...(isSmall && { title: control.name, 'aria-label': control.name })}
      aria-disabled={isDisabled || undefined}
      tabIndex={-1}
      onClick={onChoose}
    >
      <Sign of={control} />
      {!isSmall && control.name}
    </button>
  )
}

/** The arrow keys, Home and End move the focus between the items. */
export function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll('button')]
  const current = items.findIndex((item) => item === document.activeElement)
  const [next, previous] = [current + 1, current - 1]
  const target = {
    ArrowDown: next,
    ArrowRight: next,
    ArrowUp: previous,
    ArrowLeft: previous,
    Home: 0,
    End: -1,
  }[event.key]
  if (target === undefined) return
  event.preventDefault()
  items.at(target % items.length)?.focus()
}
