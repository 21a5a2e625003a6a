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
 * What takes the place of a word takes its marks. Lexical takes those of the text in front when the selection begins
 * where that ends, which is where browsers begin it.
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

/** For the same reason at the other end: an empty part of the text behind is none of the selection. */
function $moveEnd(start: PointType, end: PointType): void {
  const before = end.getNode().getPreviousSibling()
  if (end.type !== 'text' || end.offset > 0 || end.key === start.key || !$isTextNode(before)) return
  end.set(before.getKey(), before.getTextContentSize(), 'text')
}
