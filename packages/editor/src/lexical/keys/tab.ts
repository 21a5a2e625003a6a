import { getExtensionDependencyFromEditor } from '@lexical/extension'
import {
  $getSelection,
  $isRangeSelection,
  type BaseSelection,
  CLICK_COMMAND,
  COMMAND_PRIORITY_CRITICAL,
  COMMAND_PRIORITY_EDITOR,
  COMMAND_PRIORITY_LOW,
  KEY_DOWN_COMMAND,
  KEY_ESCAPE_COMMAND,
  KEY_TAB_COMMAND,
  type LexicalEditor,
  mergeRegister,
} from 'lexical'
import { announce } from '../commands.ts'
import { NoticeExtension, showNotice } from '../notice.ts'

const HELD = 'Tab stays in the text. Press Escape, then Tab, to leave it.'

/**
 * Tab does not leave the text, because writers press it to indent. After Escape it does, also in lists and code, which
 * handle Tab themselves. Shift+Tab moves to the toolbar, and Tab from a selected image to its first field.
 */
export function holdTab(editor: LexicalEditor): () => void {
  let isReleased = false
  const $read = ({ key, target }: KeyboardEvent) => {
    // Fields within the text, such as the description of an image, are normal tab stops.
    const isInField = target !== editor.getRootElement()
    const isLeaving = key === 'Tab' && (isReleased || isInField)
    if (key !== 'Shift') isReleased = key === 'Escape'
    // If true, no other handler gets the key, and the browser moves the focus.
    return isLeaving
  }
  const $forget = () => {
    isReleased = false
    return false
  }
  const $stay = () => {
    if (!$isRangeSelection($getSelection())) return false
    announce(editor, 'Tab leaves the text now')
    // Lexical would blur the text on Escape, and the next letters would be lost.
    return true
  }
  const $hold = (event: KeyboardEvent) => {
    // A notice about a paste has buttons, which are the next tab stops.
    const { notice } = getExtensionDependencyFromEditor(editor, NoticeExtension).output
    const selection = $getSelection()
    if (event.shiftKey || notice.peek()?.paste || !selection) return false
    if (!$isRangeSelection(selection)) return focusField(editor, selection, event)
    event.preventDefault()
    showNotice(editor, { message: HELD })
    return true
  }
  return mergeRegister(
    editor.registerCommand(KEY_DOWN_COMMAND, $read, COMMAND_PRIORITY_CRITICAL),
    editor.registerCommand(KEY_ESCAPE_COMMAND, $stay, COMMAND_PRIORITY_LOW),
    editor.registerCommand(CLICK_COMMAND, $forget, COMMAND_PRIORITY_CRITICAL),
    editor.registerCommand(KEY_TAB_COMMAND, $hold, COMMAND_PRIORITY_EDITOR),
  )
}

/** From a selected node, browsers would move the focus to the first field of the whole text. */
function focusField(editor: LexicalEditor, selection: BaseSelection, event: KeyboardEvent): boolean {
  const [node] = selection.getNodes()
  const field = node && editor.getElementByKey(node.getKey())?.querySelector<HTMLElement>('textarea, input')
  if (!field) return false
  event.preventDefault()
  field.focus()
  return true
}
