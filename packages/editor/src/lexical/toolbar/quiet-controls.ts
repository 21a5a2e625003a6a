import { COMMAND_PRIORITY_HIGH, KEY_DOWN_COMMAND, type LexicalEditor, mergeRegister } from 'lexical'

const QUIET_AFTER_MS = 3000
/** A tap moves no pointer. */
const POINTER_EVENTS = ['pointermove', 'pointerdown'] as const

/**
 * Sets `data-quiet` at first and after three seconds of typing, until a pointer moves or Tab is pressed. The app styles it.
 * @returns a function that stops it
 */
export function quietControls(editor: LexicalEditor): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = () => editor.getRootElement()?.closest<HTMLElement>('.editor')
  const wake = () => {
    clearTimeout(timer)
    timer = undefined
    frame()?.removeAttribute('data-quiet')
  }
  const hush = () => frame()?.setAttribute('data-quiet', '')
  const type = ({ key }: KeyboardEvent) => {
    if (key === 'Tab') wake()
    else timer ??= setTimeout(hush, QUIET_AFTER_MS)
    return false
  }
  hush()
  for (const event of POINTER_EVENTS) window.addEventListener(event, wake)
  return mergeRegister(editor.registerCommand(KEY_DOWN_COMMAND, type, COMMAND_PRIORITY_HIGH), () => {
    for (const event of POINTER_EVENTS) window.removeEventListener(event, wake)
    clearTimeout(timer)
  })
}
