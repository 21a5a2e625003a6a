import './aids.css'
import {
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_CRITICAL,
  KEY_DOWN_COMMAND,
  type LexicalEditor,
  mergeRegister,
  registerEventListeners,
} from 'lexical'
import { useEffect } from 'react'

/** Keeps the line with the caret at one height while `isOn`. */
export function useTypewriterScrolling(editor: LexicalEditor, isOn: boolean): void {
  useEffect(() => (isOn ? scrollAsTypewriter(editor) : undefined), [editor, isOn])
}

/** The height of the line, as a part of the window. */
const HEIGHT = 0.45
/** Pixels within which a line counts as in its place. */
const TOLERANCE = 2

/** Scrolls after keys only: a press or a selection by the pointer is never answered by a movement of the text. */
function scrollAsTypewriter(editor: LexicalEditor): () => void {
  const frame = editor.getRootElement()?.closest<HTMLElement>('.editor')
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)')
  let isByPointer = false
  let request = 0
  const onPress = () => {
    isByPointer = true
  }
  const scroll = () => {
    request = 0
    const line = caretRect(editor)
    if (!line) return
    const { offsetTop = 0, height = window.innerHeight } = window.visualViewport ?? {}
    const distance = (line.top + line.bottom) / 2 - (offsetTop + HEIGHT * height)
    if (Math.abs(distance) <= TOLERANCE) return
    window.scrollBy({ top: distance, behavior: isCalm.matches ? 'instant' : 'smooth' })
  }
  const plan = () => {
    if (!isByPointer) request ||= requestAnimationFrame(scroll)
  }

  frame?.setAttribute('data-typewriter', '')
  plan()
  return mergeRegister(
    registerEventListeners(window, { pointerdown: onPress }, true),
    editor.registerUpdateListener(plan),
    editor.registerCommand(
      KEY_DOWN_COMMAND,
      () => {
        isByPointer = false
        return false
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
    () => {
      cancelAnimationFrame(request)
      frame?.removeAttribute('data-typewriter')
    },
  )
}

/** The line of the caret; null while text is selected or the focus is elsewhere. */
function caretRect(editor: LexicalEditor): DOMRect | null {
  if (document.activeElement !== editor.getRootElement()) return null
  const key = editor.getEditorState().read(() => {
    const selection = $getSelection()
    return $isRangeSelection(selection) && selection.isCollapsed() ? selection.focus.key : null
  })
  if (key === null) return null
  const caret = getSelection()?.getRangeAt(0).getClientRects()[0]
  // The caret of an empty line has no box.
  return caret ?? editor.getElementByKey(key)?.getBoundingClientRect() ?? null
}
