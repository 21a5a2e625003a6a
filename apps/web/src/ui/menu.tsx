import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

interface MenuProps {
  /** Accessible name of the button. */
  label: string
  items: { label: string; onSelect(): void }[]
  /** Of the button. Default: three dots. */
  children?: ReactNode
}

export function Menu({ label, items, children }: MenuProps) {
  return (
    <MenuFrame
      button={
        <Button aria-label={label} variant={children ? 'secondary' : 'ghost'} size="sm">
          {children ?? <Icon name="more" className="size-4" />}
        </Button>
      }
      align={children ? 'start' : 'end'}
    >
      {items.map((item) => (
        <MenuItem key={item.label} onSelect={item.onSelect}>
          {item.label}
        </MenuItem>
      ))}
    </MenuFrame>
  )
}

interface MenuFrameProps extends Pick<BaseMenu.Positioner.Props, 'align' | 'side'> {
  button: ReactElement
  /** While the menu is open, the page cannot be scrolled or pressed. */
  isModal?: boolean
  /** Whether the focus returns to the button when the menu closes. */
  returnsFocus?: () => boolean
  children: ReactNode
}

/** A button that opens a menu with items of any kind. */
export function MenuFrame({ button, isModal, returnsFocus, children, ...position }: MenuFrameProps) {
  return (
    <BaseMenu.Root modal={isModal}>
      <BaseMenu.Trigger render={button} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner {...position} sideOffset={4} className="z-40">
          <BaseMenu.Popup
            finalFocus={returnsFocus}
            className="min-w-36 rounded-card border border-line bg-surface p-1 shadow-float outline-none transition-opacity duration-(--menu) data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

const itemClass =
  'flex h-8 cursor-pointer items-center gap-2 rounded-control px-2.5 outline-none data-highlighted:bg-sunken pointer-coarse:h-11'

interface MenuItemProps {
  onSelect(): void
  children: ReactNode
}

export const MenuItem = ({ onSelect, children }: MenuItemProps) => (
  <BaseMenu.Item onClick={onSelect} className={itemClass}>
    {children}
  </BaseMenu.Item>
)

interface MenuCheckProps {
  isOn: boolean
  onToggle(isOn: boolean): void
  children: ReactNode
}

/** An item that is on or off. The menu stays open while several are changed. */
export const MenuCheck = ({ isOn, onToggle, children }: MenuCheckProps) => (
  <BaseMenu.CheckboxItem checked={isOn} onCheckedChange={onToggle} className={itemClass}>
    <Check isShown={isOn} />
    {children}
  </BaseMenu.CheckboxItem>
)

interface MenuChoiceProps<Value> {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange(value: Value): void
}

export const MenuChoice = <Value,>({ label, options, value, onChange }: MenuChoiceProps<Value>) => (
  <BaseMenu.RadioGroup value={value} onValueChange={onChange}>
    <GroupLabel>{label}</GroupLabel>
    {options.map((option) => (
      <BaseMenu.RadioItem key={option.label} value={option.value} className={itemClass}>
        <Check isShown={option.value === value} />
        {option.label}
      </BaseMenu.RadioItem>
    ))}
  </BaseMenu.RadioGroup>
)

/** Items below a line and a label. */
export const MenuGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <BaseMenu.Separator className="my-1 h-px bg-line" />
    <BaseMenu.Group>
      <GroupLabel>{label}</GroupLabel>
      {children}
    </BaseMenu.Group>
  </>
)

const GroupLabel = ({ children }: { children: ReactNode }) => (
  <BaseMenu.GroupLabel className="px-2.5 pt-1.5 pb-0.5 text-xs text-muted">{children}</BaseMenu.GroupLabel>
)

const Check = ({ isShown }: { isShown: boolean }) => (
  <span aria-hidden className="size-4">
    {isShown && <Icon name="check" className="size-4" />}
  </span>
)
