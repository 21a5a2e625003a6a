import { type RefObject, useLayoutEffect } from 'react'
import { showTitle } from '../../../ui/title-field.tsx'
import { undoOf } from '../../screen/keys.ts'
import { type TitleHistory, useWriting } from '../saving/writing-context.tsx'

/** Keeps the steps of undo of the title in a field. */
export function useTitleHistory(field: RefObject<HTMLTextAreaElement | null>): void {
  const { draftEditor, title: history } = useWriting()
  // A layout effect, so that the first input is a step.
  useLayoutEffect(() => {
    const closed = new AbortController()
    const change = (title: string) => draftEditor.change({ title })
    if (field.current) history.current = createTitleHistory(field.current, change, closed.signal)
    return () => closed.abort()
  }, [field, draftEditor, history])
}

/** As many as the text has. */
const MOST_STEPS = 100

/**
 * Replaces the undo of the browser, which forgets all of its steps when a script sets a value. A step is text that is
 * typed or deleted at one place: inputs of one type, each where the one before has left the caret.
 * @param onChange called with a title that undo or redo has shown
 */
function createTitleHistory(
  field: HTMLTextAreaElement,
  onChange: (title: string) => void,
  signal: AbortSignal,
): TitleHistory {
  const done: TitleState[] = []
  const undone: TitleState[] = []

  function begin() {
    done.push(stateOf(field))
    if (done.length > MOST_STEPS) done.shift()
    undone.length = 0
  }
  function go(from: TitleState[], to: TitleState[]) {
    let state = from.pop()
    // An input that changed nothing made no step.
    while (state?.title === field.value) state = from.pop()
    if (!state) return
    to.push(stateOf(field))
    showTitle(field, state.title)
    field.setSelectionRange(state.from, state.to)
    onChange(state.title)
  }
  const history: TitleHistory = {
    replace(title) {
      if (title === field.value) return
      begin()
      showTitle(field, title)
    },
    undo: () => go(done, undone),
    redo: () => go(undone, done),
  }
  /** The type of the last input, and what it has left. */
  let last: { type: string; title: string; caret: number } | undefined
  const joins = (type: string) =>
    last?.type === type &&
    last.title === field.value &&
    last.caret === field.selectionStart &&
    last.caret === field.selectionEnd
  const handle = (event: Event, action: 'undo' | 'redo' | undefined) => {
    if (!action) return
    event.preventDefault()
    history[action]()
  }
  field.addEventListener('keydown', (event) => handle(event, undoOf(event)), { signal })
  field.addEventListener(
    'beforeinput',
    (event) => {
      const action = IN_MENU[event.inputType]
      if (!action && !joins(event.inputType)) begin()
      handle(event, action)
    },
    { signal },
  )
  field.addEventListener(
    'input',
    (event) => {
      const type = event instanceof InputEvent ? event.inputType : ''
      last = { type, title: field.value, caret: field.selectionEnd }
    },
    { signal },
  )
  return history
}

/** In the menu of the browser. */
const IN_MENU: Partial<Record<string, 'undo' | 'redo'>> = { historyUndo: 'undo', historyRedo: 'redo' }

type TitleState = ReturnType<typeof stateOf>

const stateOf = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => ({
  title: value,
  from: selectionStart,
  to: selectionEnd,
})
