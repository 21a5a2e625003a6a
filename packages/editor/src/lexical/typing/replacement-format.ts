import {
  $getSelection,
  $isRangeSelection,
  $isTextNode,
  BEFORE_INPUT_COMMAND,
  COMMAND_PRIORITY_CRITICAL,
  type LexicalEditor,
  mergeRegister,
  PASTE_COMMAND,
  type PointType,
} from 'lexical'

/**
 * Text that replaces a word gets the marks of that word. Browsers begin the selection of a word at the end of the text
 * before it, whose marks Lexical would use.
 */
export function keepReplacedFormat(editor: LexicalEditor): () => void {
  return mergeRegister(
    editor.registerCommand(BEFORE_INPUT_COMMAND, $moveStart, COMMAND_PRIORITY_CRITICAL),
    editor.registerCommand(PASTE_COMMAND, $moveStart, COMMAND_PRIORITY_CRITICAL),
  )
}

function $moveStart(): boolean {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) || selection.isCollapsed()) return false
  const [start, end] = selection.isBackward()
    ? [selection.focus, selection.anchor]
    : [selection.anchor, selection.focus]
  const node = start.getNode()
  const next = node.getNextSibling()
  if (!$isTextNode(node) || !$isTextNode(next) || start.offset < node.getTextContentSize()) return false
  start.set(next.getKey(), 0, 'text')
  $moveEnd(start, end)
  selection.setFormat(next.getFormat())
  return false
}

/** For the same reason at the other end: excludes the empty part of the text after the selection. */
function $moveEnd(start: PointType, end: PointType): void {
  const before = end.getNode().getPreviousSibling()
  if (end.type !== 'text' || end.offset > 0 || end.key === start.key || !$isTextNode(before)) return
  end.set(before.getKey(), before.getTextContentSize(), 'text')
}
