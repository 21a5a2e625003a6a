import { isOfInputMethod } from '@nightdesk/editor/input-methods'
import { createContext, type ReactNode, useContext, useEffectEvent, useLayoutEffect, useState } from 'react'
import { createShortcutReader } from './read-shortcut.ts'
import { useSwitch } from './switches.tsx'

const ShortcutEvents = createContext(new EventTarget())

interface ShortcutsProps {
  isPaused: boolean
  /** Letters may be meant for a text: each is a shortcut only on a control that was focused by keyboard. */
  isForWriting: boolean
  children: ReactNode
}

/** Listens for single-key shortcuts, unless the user has turned them off. */
export function Shortcuts({ isPaused, isForWriting, children }: ShortcutsProps) {
  const [events] = useState(() => new EventTarget())
  const { isOn: areOn } = useSwitch('shortcuts')
  const isListening = areOn && !isPaused
  // Layout effects, so that keys work as soon as the screen is visible.
  useLayoutEffect(() => {
    // Before the text, in which the key would begin a new line.
    document.addEventListener('keydown', pressMainButton, true)
    return () => document.removeEventListener('keydown', pressMainButton, true)
  }, [])
  useLayoutEffect(() => {
    if (isListening) return listen(events, isForWriting)
  }, [events, isListening, isForWriting])
  return <ShortcutEvents value={events}>{children}</ShortcutEvents>
}

/** Binds single-key shortcuts while the component is mounted: `c`, `?`, or `g d` for a sequence. */
export function useShortcuts(bindings: Record<string, () => void>) {
  const events = useContext(ShortcutEvents)
  const onShortcut = useEffectEvent((event: Event) => {
    const run = bindings[event.type]
    if (!run) return
    event.preventDefault()
    run()
  })
  const names = Object.keys(bindings).join()
  useLayoutEffect(() => {
    const bound = names.split(',')
    for (const name of bound) events.addEventListener(name, onShortcut)
    return () => {
      for (const name of bound) events.removeEventListener(name, onShortcut)
    }
  }, [events, names])
}

/** Dispatches an event for each shortcut. If it was handled, the key's default action is prevented. */
function listen(events: EventTarget, isForWriting: boolean) {
  const read = createShortcutReader()
  const keys = trackKeyboardFocus()
  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || isOfInputMethod(event) || usesLetters(event.target)) return
    // With the focus on the page or on a clicked button, the user may believe to be typing in the editor.
    if (isForWriting && !keys.haveFocused(event.target)) return
    const shortcut = read(event)
    if (shortcut && !events.dispatchEvent(new Event(shortcut, { cancelable: true }))) event.preventDefault()
  }
  document.addEventListener('keydown', onKeyDown)
  return () => {
    document.removeEventListener('keydown', onKeyDown)
    keys.end()
  }
}

const MOVES_FOCUS = /^(?:Tab|Arrow|Home|End)/

function trackKeyboardFocus() {
  const ended = new AbortController()
  const options = { capture: true, signal: ended.signal }
  let isByKey = false
  let reached: EventTarget | null = null
  function trackInput({ type, key }: Event & { key?: string }) {
    isByKey = type === 'keydown' && MOVES_FOCUS.test(key ?? '')
  }
  function trackFocus({ target }: Event) {
    reached = isByKey ? target : null
  }
  document.addEventListener('keydown', trackInput, options)
  document.addEventListener('pointerdown', trackInput, options)
  document.addEventListener('focusin', trackFocus, options)
  return { end: () => ended.abort(), haveFocused: (target: EventTarget | null) => target === reached }
}

/** Elements in which letters are typed or choose something. */
const TEXT_OR_CHOICE =
  'input:not([type=checkbox]), textarea, select, [role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

const usesLetters = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(TEXT_OR_CHOICE) !== null)

/** `aria-keyshortcuts` of the button that ⌘Enter or Ctrl+Enter presses: at most one on a screen and in a dialog. */
export const MAIN_KEY = 'Control+Enter Meta+Enter'

/** ⌘Enter or Ctrl+Enter presses the main button of the dialog with the focus, or of the screen. */
function pressMainButton(event: KeyboardEvent): void {
  const { key, metaKey, ctrlKey, shiftKey, altKey, repeat, target } = event
  if (key !== 'Enter' || !(metaKey || ctrlKey) || shiftKey || altKey || !(target instanceof Element)) return
  const scope = target.closest('[role$=dialog]') ?? document
  const button = scope.querySelector<HTMLElement>(`[aria-keyshortcuts="${MAIN_KEY}"]`)
  if (!button) return
  event.preventDefault()
  event.stopPropagation()
  if (!repeat) button.click()
}

/** Focuses the first link of the next or previous row of the screen’s tables. */
export function focusRow(step: 1 | -1) {
  const rows = [...document.querySelectorAll('main tbody tr')].filter((row) => row.querySelector('a'))
  const current = rows.findIndex((row) => row.contains(document.activeElement))
  // From outside the rows, both keys focus the first row.
  const next = rows[current === -1 ? 0 : current + step]
  next?.querySelector('a')?.focus()
}
