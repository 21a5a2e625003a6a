import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'
import { Icon } from './icon.tsx'

/** For menus with other items than actions. */
export const menuPopupClass =
  'min-w-36 rounded-card border border-line bg-surface p-1 shadow-float outline-none transition-opacity duration-(--menu) data-ending-style:opacity-0 data-starting-style:opacity-0'
export const menuItemClass =
  'flex h-8 cursor-pointer items-center rounded-control px-2.5 outline-none data-highlighted:bg-sunken pointer-coarse:h-11'

interface MenuProps {
  /** Accessible name of the button. */
  label: string
  items: { label: string; onSelect(): void }[]
  /** Of the button. Default: three dots. */
  children?: ReactNode
}

/** A menu of actions behind a button. */
export function Menu({ label, items, children }: MenuProps) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger
        aria-label={label}
        className={buttonClass({ variant: children ? 'secondary' : 'ghost', size: 'sm' })}
      >
        {children ?? <Icon name="more" className="size-4" />}
      </BaseMenu.Trigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner align={children ? 'start' : 'end'} sideOffset={4} className="z-40">
          <BaseMenu.Popup className={menuPopupClass}>
            {items.map((item) => (
              <BaseMenu.Item key={item.label} onClick={item.onSelect} className={menuItemClass}>
                {item.label}
              </BaseMenu.Item>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

interface CheckMenuProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string }[]
  checked: readonly Value[]
  onToggle(value: Value): void
}

/** A button with a menu of options, each of which is on or off. The menu stays open while several are changed. */
export function CheckMenu<Value extends string>({
  label,
  options,
  checked,
  onToggle,
}: CheckMenuProps<Value>) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger className={`${buttonClass({ variant: 'secondary' })} h-9!`}>{label}</BaseMenu.Trigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner align="end" sideOffset={4} className="z-40">
          <BaseMenu.Popup className={menuPopupClass}>
            {options.map((option) => (
              <BaseMenu.CheckboxItem
                key={option.value}
                checked={checked.includes(option.value)}
                onCheckedChange={() => onToggle(option.value)}
                className={`${menuItemClass} gap-2`}
              >
                <span aria-hidden className="size-4">
                  <BaseMenu.CheckboxItemIndicator>
                    <Icon name="check" className="size-4" />
                  </BaseMenu.CheckboxItemIndicator>
                </span>
                {option.label}
              </BaseMenu.CheckboxItem>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}
