import { Menu } from '@base-ui/react/menu'
import type { Passage } from '@nightdesk/editor/writing-aids'
import { Icon } from '../../../ui/icon.tsx'
import { menuItemClass, menuPopupClass } from '../../../ui/overlays/menu.tsx'
import type { FocusChoices } from './use-focus-choices.ts'

const PASSAGES: { name: string; passage: Passage | null }[] = [
  { name: 'Whole text', passage: null },
  { name: 'Paragraph', passage: 'paragraph' },
  { name: 'Sentence', passage: 'sentence' },
]

/** The choices of focus mode, behind a small button. */
export function FocusMenu({ lit, light, isTypewriter, turnTypewriter }: FocusChoices) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        aria-label="Focus Mode options"
        className="focus-menu relative -my-1 flex size-7 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink pointer-coarse:after:absolute pointer-coarse:after:-inset-2"
      >
        <Icon name="settings" className="size-4" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="top" align="start" sideOffset={6} className="z-40">
          <Menu.Popup className={menuPopupClass}>
            <Menu.RadioGroup value={lit} onValueChange={light}>
              <Menu.GroupLabel className="px-2.5 pt-1.5 pb-0.5 text-xs text-muted">Light up</Menu.GroupLabel>
              {PASSAGES.map(({ name, passage }) => (
                <Menu.RadioItem key={name} value={passage} className={menuItemClass}>
                  <Mark isShown={passage === lit} />
                  {name}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className="my-1 h-px bg-line" />
            <Menu.CheckboxItem
              checked={isTypewriter}
              onCheckedChange={turnTypewriter}
              className={menuItemClass}
            >
              <Mark isShown={isTypewriter} />
              Typewriter scrolling
            </Menu.CheckboxItem>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

const Mark = ({ isShown }: { isShown: boolean }) => (
  <span className="w-4">{isShown && <Icon name="check" className="size-4" />}</span>
)
