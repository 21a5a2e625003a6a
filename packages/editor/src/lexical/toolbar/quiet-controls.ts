import {
  COMMAND_PRIORITY_HIGH,
  KEY_DOWN_COMMAND,
  type LexicalEditor,
  mergeRegister,
  registerEventListeners,
} from 'lexical'

const QUIET_AFTER_MS = 3000

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
  return mergeRegister(
    // A tap moves no pointer.
    registerEventListeners(window, { pointermove: wake, pointerdown: wake }),
    editor.registerCommand(KEY_DOWN_COMMAND, type, COMMAND_PRIORITY_HIGH),
    () => clearTimeout(timer),
  )
}
