import { createContext, type ReactNode, useContext, useEffectEvent, useLayoutEffect, useState } from 'react'
import { createStrokeReader } from './stroke.ts'
import { useShortcutsSwitch } from './use-shortcuts-switch.ts'

const Strokes = createContext(new EventTarget())

interface ShortcutsProps {
  isPaused: boolean
  /** Where something is written: a letter is a shortcut only on a control that the keyboard led to. */
  isForWriting: boolean
  children: ReactNode
}

/** Listens for single keys on behalf of everything below it, unless they are switched off. */
export function Shortcuts({ isPaused, isForWriting, children }: ShortcutsProps) {
  const [strokes] = useState(() => new EventTarget())
  const { areOn } = useShortcutsSwitch()
  const isListening = areOn && !isPaused
  // Before the screen is painted: whoever sees it may press at once.
  useLayoutEffect(() => {
    if (isListening) return listen(strokes, isForWriting)
  }, [strokes, isListening, isForWriting])
  return <Strokes value={strokes}>{children}</Strokes>
}

/** What single keys do while the caller is on the screen, by stroke: `c`, `?`, `g d`. */
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

/** Tells each stroke as an event of its name. A key that did something is not typed as well. */
function listen(strokes: EventTarget, isForWriting: boolean) {
  const read = createStrokeReader()
  const keys = followKeys()
  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.isComposing || isTaken(event.target)) return
    // From the page itself, or a button that was clicked, the letters of a story would be commands.
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

/** The keys that lead to a control. */
const LEADS = /^(?:Tab|Arrow|Home|End)/

/** Knows whether a key led to what has the focus. */
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

/** Where a letter is typed or chooses something. */
const TAKEN = 'input, textarea, select, [role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

const isTaken = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(TAKEN) !== null)
