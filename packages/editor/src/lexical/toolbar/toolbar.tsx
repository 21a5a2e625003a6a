import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { BLOCK_KINDS } from '../blocks/block-kinds.ts'
import { CONTROL_GROUPS, type Control, type ControlGroup } from '../controls/controls.ts'
import { Icon } from '../controls/icon.tsx'
import type { SelectionState } from '../controls/selection-state.ts'
import { Sign } from '../controls/sign.tsx'
import { type Controls, pressed } from '../controls/use-controls.ts'

interface ToolbarProps {
  selection: SelectionState
  controls: Controls
  isLinkOpen: boolean
  /** The group whose menu is open. */
  openMenu: ControlGroup | null
  onMenu(group: ControlGroup): void
}

const [FIRST] = CONTROL_GROUPS

/** One tab stop; the arrow keys, Home and End move between the buttons. */
export function Toolbar({ selection, controls, isLinkOpen, openMenu, onMenu }: ToolbarProps) {
  const [tabStop, setTabStop] = useState(FIRST?.name)
  const stop = (name: string) => ({
    tabIndex: name === tabStop ? 0 : -1,
    onFocus: () => setTabStop(name),
  })
  return (
    <div role="toolbar" aria-label="Formatting" className="editor-toolbar" onKeyDown={moveFocus}>
      {CONTROL_GROUPS.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form’s
        <div key={group.name} role="group" aria-label={group.name} className="editor-toolbar-group">
          {group.isMenu ? (
            <MenuButton
              group={group}
              selection={selection}
              aria-expanded={group === openMenu}
              onClick={() => onMenu(group)}
              {...stop(group.name)}
            />
          ) : (
            group.controls.map((control) => (
              <ControlButton
                key={control.name}
                control={control}
                aria-pressed={pressed(control, selection)}
                aria-expanded={control.kind === 'link' ? isLinkOpen : undefined}
                aria-disabled={controls.isDisabled(control) || undefined}
                onClick={() => controls.run(control)}
                {...stop(control.name)}
              />
            ))
          )}
        </div>
      ))}
    </div>
  )
}

function ControlButton({ control, ...props }: { control: Control } & ComponentProps<'button'>) {
  return (
    <PassiveButton title={control.name} aria-label={control.name} {...props}>
      <Sign of={control} />
    </PassiveButton>
  )
}

interface MenuButtonProps extends ComponentProps<'button'> {
  group: ControlGroup
  selection: SelectionState
}

/** Names the kind of block at the caret, or is a sign for what is rarely needed. */
function MenuButton({ group, selection, ...props }: MenuButtonProps) {
  const isOfBlocks = group === FIRST
  const { name } = BLOCK_KINDS[selection.block]
  return (
    <PassiveButton
      aria-haspopup="menu"
      title={group.name}
      aria-label={isOfBlocks ? `${group.name}, ${name}` : group.name}
      className={isOfBlocks ? 'editor-block-type' : undefined}
      {...props}
    >
      {isOfBlocks ? (
        <>
          <span>{name}</span>
          <Icon name="down" />
        </>
      ) : (
        <Icon name="more" />
      )}
    </PassiveButton>
  )
}

/** A press does not take the selection away from the text. */
const PassiveButton = (props: ComponentProps<'button'>) => (
  <button type="button" onMouseDown={(event) => event.preventDefault()} {...props} />
)

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (!(event.target instanceof HTMLButtonElement)) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const current = buttons.indexOf(event.target)
  const target = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 }[event.key]
  if (target === undefined) return
  event.preventDefault()
  buttons.at(target % buttons.length)?.focus()
}
