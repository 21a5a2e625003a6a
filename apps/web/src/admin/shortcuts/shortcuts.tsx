import { createContext, type ReactNode, useContext, useEffectEvent, useLayoutEffect, useState } from 'react'
import { createStrokeReader } from './stroke.ts'
import { useShortcutsSwitch } from './use-shortcuts-switch.ts'

const Strokes = createContext(new EventTarget())

interface ShortcutsProps {
  isPaused: boolean
  /** On screens with an editor, a letter is a shortcut only on a control that was focused by keyboard. */
  isForWriting: boolean
  children: ReactNode
}

/** Listens for single-key shortcuts, unless the user has turned them off. */
export function Shortcuts({ isPaused, isForWriting, children }: ShortcutsProps) {
  const [strokes] = useState(() => new EventTarget())
  const { areOn } = useShortcutsSwitch()
  const isListening = areOn && !isPaused
  // A layout effect, so that keys work as soon as the screen is visible.
  useLayoutEffect(() => {
    if (isListening) return listen(strokes, isForWriting)
  }, [strokes, isListening, isForWriting])
  return <Strokes value={strokes}>{children}</Strokes>
}

/** Binds single-key shortcuts while the component is mounted: `c`, `?`, or `g d` for a sequence. */
export function useShortcuts(bindings: Record<string, () => void>) {
  const strokes = useContext(Strokes)
  const onStroke = useEffectEvent((event: Event) => {
    const run = bindings[event.type]
    if (!run) return
    event.preventDefault()
    run()
  })
  const names = Object.keys(bindings).join()
  useLayoutEffect(() => {
    const bound = names.split(',')
    for (const name of bound) strokes.addEventListener(name, onStroke)
    return () => {
      for (const name of bound) strokes.removeEventListener(name, onStroke)
    }
  }, [strokes, names])
}

/** Dispatches an event for each shortcut. If it was handled, the key's default action is prevented. */
function listen(strokes: EventTarget, isForWriting: boolean) {
  const read = createStrokeReader()
  const keys = followKeys()
  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.isComposing || isTaken(event.target)) return
    // With the focus on the page or on a clicked button, the user may believe to be typing in the editor.
    if (isForWriting && !keys.haveReached(event.target)) return
    const stroke = read(event)
    if (stroke && !strokes.dispatchEvent(new Event(stroke, { cancelable: true }))) event.preventDefault()
  }
  document.addEventListener('keydown', onKeyDown)
  return () => {
    document.removeEventListener('keydown', onKeyDown)
    keys.end()
  }
}

/** Keys that move the focus. */
const LEADS = /^(?:Tab|Arrow|Home|End)/

/** Tracks whether the focused element was reached by keyboard. */
function followKeys() {
  const ended = new AbortController()
  const options = { capture: true, signal: ended.signal }
  let isLed = false
  let reached: EventTarget | null = null
  function press({ type, key }: Event & { key?: string }) {
    isLed = type === 'keydown' && LEADS.test(key ?? '')
  }
  function focus({ target }: Event) {
    reached = isLed ? target : null
  }
  document.addEventListener('keydown', press, options)
  document.addEventListener('pointerdown', press, options)
  document.addEventListener('focusin', focus, options)
  return { end: () => ended.abort(), haveReached: (target: EventTarget | null) => target === reached }
}

/** Elements in which letters are typed or choose something. */
const TAKEN = 'input, textarea, select, [role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

const isTaken = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(TAKEN) !== null)
