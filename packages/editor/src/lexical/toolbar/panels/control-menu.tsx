import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { registerEventListeners } from 'lexical'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Control, ControlGroup } from '../../controls/controls.ts'
import { MenuItem, moveInMenu } from '../../controls/menu-item.tsx'
import type { SelectionState } from '../../controls/selection-state.ts'
import { type Controls, pressed } from '../../controls/use-controls.ts'

interface ControlMenuProps {
  group: ControlGroup
  selection: SelectionState
  controls: Controls
  onClose(): void
}

/** The controls of a group, below the button that opened it. A press leaves the selection in the text. */
export function ControlMenu({ group, selection, controls, onClose }: ControlMenuProps) {
  const [editor] = useLexicalComposerContext()
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (menu.current) place(menu.current)
  }, [])
  useCloseOutside(menu, onClose)

  function choose(control: Control) {
    if (controls.isDisabled(control)) return
    const isByKey = menu.current?.contains(document.activeElement)
    controls.run(control)
    onClose()
    // The find bar takes the focus.
    if (isByKey && control.kind !== 'find') editor.focus()
  }

  return (
    <div
      ref={menu}
      role="menu"
      aria-label={group.name}
      className="editor-menu editor-control-menu"
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={moveInMenu}
    >
      {group.controls.map((control) => (
        <MenuItem
          key={control.name}
          control={control}
          isOn={pressed(control, selection)}
          isDisabled={controls.isDisabled(control)}
          onChoose={() => choose(control)}
        />
      ))}
    </div>
  )
}

const opener = () =>
  document.querySelector<HTMLElement>('.editor-toolbar [aria-haspopup][aria-expanded=true]')

/** Below its button, within the toolbar's width. Takes the focus if the button has it: it was opened by a key. */
function place(menu: HTMLElement): void {
  const button = opener()
  const bar = menu.offsetParent
  if (!button || !bar) return
  const left = button.getBoundingClientRect().left - bar.getBoundingClientRect().left
  menu.style.left = `${Math.max(0, Math.min(left, bar.clientWidth - menu.offsetWidth))}px`
  if (document.activeElement !== button) return
  const items = [...menu.querySelectorAll('button')]
  const checked = items.find((item) => item.ariaChecked === 'true')
  ;(checked ?? items[0])?.focus({ preventScroll: true })
}

/** Closes by Escape, by any other key outside of the menu, and by a press outside of it. */
function useCloseOutside(menu: { current: HTMLElement | null }, onClose: () => void): void {
  const close = useEffectEvent((event: Event) => {
    const isInside = event.target instanceof Node && menu.current?.contains(event.target)
    const isEscape = event instanceof window.KeyboardEvent && event.key === 'Escape'
    if (isInside && !isEscape) return
    // A press of the button that opened it closes it by itself.
    if (event.target instanceof Node && opener()?.contains(event.target) && !isEscape) return
    if (isEscape) {
      event.preventDefault()
      event.stopPropagation()
      if (isInside) opener()?.focus()
    }
    onClose()
  })
  useEffect(() => {
    const listener = (event: Event) => close(event)
    return registerEventListeners(document, { pointerdown: listener, keydown: listener }, true)
  }, [])
}
