import { $isCodeNode, type CodeNode } from '@lexical/code-core'
import { defineExtension } from '@lexical/extension'
import { $findMatchingParent } from '@lexical/utils'
import {
  $getSelection,
  $isLineBreakNode,
  $isRangeSelection,
  $isTextNode,
  COMMAND_PRIORITY_EDITOR,
  KEY_TAB_COMMAND,
  type PointType,
  type RangeSelection,
  type TextNode,
} from 'lexical'

const INDENT = '  '

/**
 * "Tab in a code block inserts two spaces", or indents the selected lines; Shift+Tab takes up to two away.
 * Outside of code and lists Tab leaves the editor, as it must for keyboards; Escape leaves them first.
 */
export const CodeTabExtension = /* @__PURE__ */ defineExtension({
  name: '@nightdesk/editor/code-tab',
  register: (editor) =>
    editor.registerCommand(
      KEY_TAB_COMMAND,
      (event) => {
        const selection = $getSelection()
        if (!$isRangeSelection(selection)) return false
        const code = $findMatchingParent(selection.anchor.getNode(), $isCodeNode)
        if (!code?.isParentOf(selection.focus.getNode()) && !code?.is(selection.focus.getNode())) return false
        event.preventDefault()
        if (event.shiftKey) for (const line of $linesOf(code, selection)) $outdent(line, selection)
        else if (selection.isCollapsed()) selection.insertText(INDENT)
        else for (const line of $linesOf(code, selection)) $splice(line, 0, INDENT, selection)
        return true
      },
      COMMAND_PRIORITY_EDITOR,
    ),
})

/** The first texts of the lines that the selection touches; empty lines have none. */
function $linesOf(code: CodeNode, selection: RangeSelection): TextNode[] {
  const children = code.getChildren()
  const [start, end] = selection.isBackward()
    ? [selection.focus, selection.anchor]
    : [selection.anchor, selection.focus]
  const first = children.slice(0, $childIndex(start)).findLastIndex($isLineBreakNode) + 1
  return children
    .slice(first, $childIndex(end) + 1)
    .filter((child, index) => index === 0 || $isLineBreakNode(child.getPreviousSibling()))
    .filter($isTextNode)
}

const $childIndex = (point: PointType) =>
  point.type === 'element' ? point.offset : point.getNode().getIndexWithinParent()

function $outdent(line: TextNode, selection: RangeSelection): void {
  const spaces = /^ {0,2}/.exec(line.getTextContent())?.[0].length ?? 0
  $splice(line, spaces, '', selection)
}

/** Replaces the beginning of a line; the selection stays on the letters that it was on. */
function $splice(line: TextNode, length: number, text: string, selection: RangeSelection): void {
  line.spliceText(0, length, text)
  for (const point of [selection.anchor, selection.focus]) {
    if (point.key !== line.getKey()) continue
    point.set(point.key, Math.max(0, point.offset + text.length - length), 'text')
  }
}
