import { Menu } from '@base-ui/react/menu'
import { buttonClass } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { menuItemClass, menuPopupClass } from './menu.tsx'

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
    <Menu.Root>
      <Menu.Trigger className={`${buttonClass({ variant: 'secondary' })} h-9!`}>{label}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className="z-40">
          <Menu.Popup className={menuPopupClass}>
            {options.map((option) => (
              <Menu.CheckboxItem
                key={option.value}
                checked={checked.includes(option.value)}
                onCheckedChange={() => onToggle(option.value)}
                className={`${menuItemClass} gap-2`}
              >
                <span aria-hidden className="size-4">
                  <Menu.CheckboxItemIndicator>
                    <Icon name="check" className="size-4" />
                  </Menu.CheckboxItemIndicator>
                </span>
                {option.label}
              </Menu.CheckboxItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
