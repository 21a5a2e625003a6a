import { createContext, type ReactNode, useContext, useEffectEvent, useLayoutEffect, useState } from 'react'
import { createStrokeReader } from './stroke.ts'
import { useShortcutsSwitch } from './use-shortcuts-switch.ts'

const Strokes = createContext(new EventTarget())

/** Listens for single keys on behalf of everything below it, unless they are switched off. */
export function Shortcuts({ isPaused, children }: { isPaused: boolean; children: ReactNode }) {
  const [strokes] = useState(() => new EventTarget())
  const { areOn } = useShortcutsSwitch()
  const isListening = areOn && !isPaused
  // Before the screen is painted: whoever sees it may press at once.
  useLayoutEffect(() => {
    if (isListening) return listen(strokes)
  }, [strokes, isListening])
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
function listen(strokes: EventTarget) {
  const read = createStrokeReader()
  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.isComposing || isTaken(event.target)) return
    const stroke = read(event)
    if (stroke && !strokes.dispatchEvent(new Event(stroke, { cancelable: true }))) event.preventDefault()
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}

/** Where a letter is typed or chooses something. */
const TAKEN = 'input, textarea, select, [role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

const isTaken = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(TAKEN) !== null)
