import { $isCodeNode } from '@lexical/code-core'
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { registerEventListeners } from 'lexical'
import { lazy, Suspense, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { CODE_LANGUAGES } from '../stored-blocks.ts'
import { $nodeAround } from './block-text.ts'
import { type Control, type ControlGroup, type ControlState, FIND, moveFocus, Sign } from './controls.tsx'
import { untilLoaded } from './lazy.ts'
import { LinkForm, type SearchArticles } from './link-form.tsx'

// Loaded after the others, but before it is asked for: what is typed after its key must not be typed into the text.
const Find = lazy(async () => ({ default: (await untilLoaded(() => import('./find/find.tsx'))).Find }))

interface ControlPanelsProps {
  state: ControlState
  searchArticles: SearchArticles
  isLinkOpen: boolean
  onLinkClose: () => void
  openMenu: ControlGroup | null
  onMenuClose: () => void
}

/** Below the toolbar: the open menu, the URL of a link, the language of a code block, the find bar. */
export function ControlPanels({
  state,
  searchArticles,
  isLinkOpen,
  onLinkClose,
  openMenu,
  onMenuClose,
}: ControlPanelsProps) {
  const [editor] = useLexicalComposerContext()
  return (
    <>
      {openMenu && <ControlMenu key={openMenu.name} group={openMenu} state={state} onClose={onMenuClose} />}
      {isLinkOpen && <LinkForm current={state.link} searchArticles={searchArticles} onClose={onLinkClose} />}
      {state.language !== null && <CodeLanguage language={state.language} />}
      <Suspense fallback={null}>
        <Find editor={editor} />
      </Suspense>
    </>
  )
}

interface ControlMenuProps {
  group: ControlGroup
  state: ControlState
  onClose(): void
}

/** The controls of a group, below the button that opened it. A press leaves the selection in the text. */
function ControlMenu({ group, state, onClose }: ControlMenuProps) {
  const [editor] = useLexicalComposerContext()
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (menu.current) place(menu.current)
  }, [])
  useCloseOutside(menu, onClose)

  function choose(control: Control) {
    if (control.isDisabled?.(state)) return
    const isByKey = menu.current?.contains(document.activeElement)
    control.run(editor, state)
    onClose()
    // The find bar takes the focus.
    if (isByKey && control !== FIND) editor.focus()
  }

  return (
    <div
      ref={menu}
      role="menu"
      aria-label={group.name}
      className="editor-menu editor-control-menu"
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={(event) => moveFocus(event, true)}
    >
      {group.controls.map((control) => (
        <MenuItem
          key={control.name}
          control={control}
          isOn={control.isOn?.(state)}
          isDisabled={control.isDisabled?.(state)}
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
  if (document.activeElement === button) focusItem(menu)
}

/** Focuses the checked item of a menu, or else the first. */
export function focusItem(menu: HTMLElement): void {
  const items = [...menu.querySelectorAll('button')]
  const checked = items.find((item) => item.ariaChecked === 'true')
  ;(checked ?? items[0])?.focus({ preventScroll: true })
}

/** Closes by Escape, by any other key outside of the menu, and by a press outside of it. */
function useCloseOutside(menu: { current: HTMLElement | null }, onClose: () => void): void {
  const close = useEffectEvent((event: Event) => {
    const isInside = event.target instanceof Node && menu.current?.contains(event.target)
    const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
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

const LANGUAGES = [['', 'Plain text'], ...Object.entries(CODE_LANGUAGES)]

/** Selects the language of the code block around the selection. */
function CodeLanguage({ language }: { language: string }) {
  const [editor] = useLexicalComposerContext()
  const id = useId()
  const isListed = LANGUAGES.some(([value]) => value === language)
  const choose = (value: string) =>
    editor.update(() => void $nodeAround($isCodeNode)?.setLanguage(value || null))
  return (
    <div className="editor-panel">
      <label htmlFor={id}>Language</label>
      <select id={id} value={language} onChange={(event) => choose(event.target.value)}>
        {!isListed && <option>{language}</option>}
        {LANGUAGES.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

interface MenuItemProps {
  control: Pick<Control, 'name' | 'sign'>
  /** Undefined for a control that is not a switch. */
  isOn?: boolean | undefined
  isDisabled?: boolean | undefined
  /** Shows the sign only. */
  isSmall?: boolean
  onChoose(): void
}

export function MenuItem({ control, isOn, isDisabled, isSmall = false, onChoose }: MenuItemProps) {
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
