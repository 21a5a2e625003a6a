import { Menu } from '@base-ui/react/menu'
import { buttonClass } from '../button.tsx'
import { Icon } from '../icon.tsx'

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
          <Menu.Popup className="min-w-36 rounded-card border border-line bg-surface p-1 shadow-float outline-none transition-opacity duration-(--menu) data-ending-style:opacity-0 data-starting-style:opacity-0">
            {options.map((option) => (
              <Menu.CheckboxItem
                key={option.value}
                checked={checked.includes(option.value)}
                onCheckedChange={() => onToggle(option.value)}
                className="flex h-8 cursor-pointer items-center gap-2 rounded-control px-2.5 outline-none data-highlighted:bg-sunken pointer-coarse:h-11"
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
