import { $isCodeNode, type CodeNode } from '@lexical/code-core'
import { $findMatchingParent } from '@lexical/utils'
import {
  $createParagraphNode,
  $createTextNode,
  $getSelection,
  $isLineBreakNode,
  $isRangeSelection,
  $isTextNode,
  COMMAND_PRIORITY_EDITOR,
  COMMAND_PRIORITY_LOW,
  INSERT_PARAGRAPH_COMMAND,
  KEY_ARROW_DOWN_COMMAND,
  KEY_ARROW_UP_COMMAND,
  KEY_TAB_COMMAND,
  type LexicalEditor,
  mergeRegister,
  type PointType,
  type RangeSelection,
  TabNode,
  type TextNode,
} from 'lexical'
import { $spliceText, endsOf } from '../block-text.ts'
import { $nextInBody } from '../nodes.ts'

const INDENT = '  '

/**
 * "Tab in a code block inserts two spaces", or indents the selected lines; Shift+Tab removes a tab, or up to two spaces. A new line
 * has the indentation of the line before. The arrow keys leave a code block at the start or the end of the text.
 */
export function handleCodeKeys(editor: LexicalEditor): () => void {
  return mergeRegister(
    editor.registerNodeTransform(TabNode, $makeText),
    editor.registerCommand(KEY_TAB_COMMAND, $indent, COMMAND_PRIORITY_EDITOR),
    editor.registerCommand(INSERT_PARAGRAPH_COMMAND, $breakLine, COMMAND_PRIORITY_LOW),
    editor.registerCommand(KEY_ARROW_DOWN_COMMAND, (event) => $leave(event, false), COMMAND_PRIORITY_LOW),
    editor.registerCommand(KEY_ARROW_UP_COMMAND, (event) => $leave(event, true), COMMAND_PRIORITY_LOW),
  )
}

/** The tabs of pasted code are text, as those of stored code are: a node of its own cannot be changed. */
function $makeText(tab: TabNode): void {
  if ($isCodeNode(tab.getParent())) tab.replace($createTextNode('\t').setFormat(tab.getFormat()))
}

function $indent(event: KeyboardEvent): boolean {
  const inside = $selectionInCode()
  if (!inside) return false
  const { code, selection } = inside
  event.preventDefault()
  if (event.shiftKey) for (const line of $linesOf(code, selection)) $outdent(line)
  else if (selection.isCollapsed()) selection.insertText(INDENT)
  else for (const line of $linesOf(code, selection)) $spliceText(line, 0, 0, INDENT)
  return true
}

function $breakLine(): boolean {
  const inside = $selectionInCode()
  // On the second empty line at the end, Lexical leaves the block.
  if (inside?.selection.anchor.type !== 'text') return false
  const { code, selection } = inside
  const { key, offset } = selection.anchor
  const first = $linesOf(code, selection)[0]
  const text = first?.getTextContent() ?? ''
  const length = first?.getKey() === key ? offset : text.length
  const indentation = /^[ \t]*/.exec(text.slice(0, length))?.[0] ?? ''
  selection.insertRawText(`\n${indentation}`)
  return true
}

/** Leaves the first line upwards and the last line downwards, into a new paragraph, if no block is there. */
function $leave(event: KeyboardEvent, isUp: boolean): boolean {
  const inside = $selectionInCode()
  if (!inside || event.shiftKey || !inside.selection.isCollapsed()) return false
  const { code, selection } = inside
  if (isUp ? code.getPreviousSibling() : $nextInBody(code)) return false
  const children = code.getChildren()
  const here = $childIndex(selection.anchor)
  const passed = isUp ? children.slice(0, here) : children.slice(here)
  if (passed.some($isLineBreakNode)) return false
  event.preventDefault()
  const paragraph = $createParagraphNode()
  if (isUp) code.insertBefore(paragraph)
  else code.insertAfter(paragraph)
  paragraph.select()
  return true
}

/** The code block that contains the whole selection. */
function $selectionInCode(): { code: CodeNode; selection: RangeSelection } | null {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return null
  const code = $findMatchingParent(selection.anchor.getNode(), $isCodeNode)
  const focus = selection.focus.getNode()
  return code && (code.is(focus) || code.isParentOf(focus)) ? { code, selection } : null
}

/** The first text node of each selected line; empty lines have none. */
function $linesOf(code: CodeNode, selection: RangeSelection): TextNode[] {
  const children = code.getChildren()
  const [start, end] = endsOf(selection)
  const first = children.slice(0, $childIndex(start)).findLastIndex($isLineBreakNode) + 1
  return children
    .slice(first, $childIndex(end) + 1)
    .filter((child, index) => index === 0 || $isLineBreakNode(child.getPreviousSibling()))
    .filter($isTextNode)
}

const $childIndex = (point: PointType) =>
  point.type === 'element' ? point.offset : point.getNode().getIndexWithinParent()

function $outdent(line: TextNode): void {
  const blanks = /^(?:\t| {0,2})/.exec(line.getTextContent())?.[0].length ?? 0
  $spliceText(line, 0, blanks, '')
}
