import { $isListItemNode } from '@lexical/list'
import { $isHeadingNode } from '@lexical/rich-text'
import { $isAtEdgeOfElement } from '@lexical/selection'
import { $findMatchingParent } from '@lexical/utils'
import {
  $createParagraphNode,
  $getRoot,
  $getSelection,
  $isDecoratorNode,
  $isElementNode,
  $isNodeSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_LOW,
  KEY_ARROW_UP_COMMAND,
  KEY_DOWN_COMMAND,
  type LexicalEditor,
  mergeRegister,
} from 'lexical'
import { $caret } from '../block-text.ts'
import { DELETIONS } from '../commands.ts'
import { $isFootnote, $selectEndOfBody, $selectNode } from '../nodes.ts'

/**
 * Backspace or Delete at the edge of a block selects the image beside it, so that a second press is needed to remove it:
 * an image cannot be typed again. At the start of the text, Backspace turns a heading into a paragraph; at the start of an
 * item of a list, it does the same to the item. So do the keys that delete words and lines.
 */
export function guardBlockEdges(editor: LexicalEditor): () => void {
  return mergeRegister(
    ...DELETIONS.map((command) => editor.registerCommand(command, $guard, COMMAND_PRIORITY_LOW)),
  )
}

function $guard(isBackward: boolean): boolean {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return false
  const { anchor } = selection
  const item = $findMatchingParent(anchor.getNode(), $isListItemNode)
  if (item && !item.isEmpty() && isBackward && $isAtEdgeOfElement(anchor, item, 'previous'))
    return item.collapseAtStart(selection)
  const block = anchor.getNode().getTopLevelElement()
  // An empty block is removed by Lexical.
  if (!$isElementNode(block) || block.isEmpty()) return false
  if (!$isAtEdgeOfElement(anchor, block, isBackward ? 'previous' : 'next')) return false
  const neighbour = isBackward ? block.getPreviousSibling() : block.getNextSibling()
  if ($isDecoratorNode(neighbour)) {
    $selectNode(neighbour)
    return true
  }
  if (!isBackward || neighbour || !$isHeadingNode(block)) return false
  block.replace($createParagraphNode(), true).selectStart()
  return true
}

/**
 * The keys to the start and the end of the text. While a block is selected as a whole, browsers ignore them; and from the text,
 * they would go to the last footnote.
 */
export const goToEdges = (editor: LexicalEditor): (() => void) =>
  editor.registerCommand(KEY_DOWN_COMMAND, $goToEdge, COMMAND_PRIORITY_LOW)

function $goToEdge(event: KeyboardEvent): boolean {
  const { key, shiftKey, ctrlKey, metaKey } = event
  const selection = $getSelection()
  const isOfBlock = $isNodeSelection(selection)
  const isBeforeNotes =
    $isRangeSelection(selection) &&
    $isFootnote($getRoot().getLastChild()) &&
    !$isFootnote(selection.focus.getNode().getTopLevelElement())
  const isToEnd = (key === 'End' && (ctrlKey || metaKey)) || (key === 'ArrowDown' && metaKey)
  if (isToEnd && (isOfBlock || isBeforeNotes)) $selectEndOfBody(shiftKey)
  else if (key === 'Home' && (ctrlKey || metaKey) && isOfBlock) $getRoot().selectStart()
  else return false
  event.preventDefault()
  return true
}

/** ArrowUp in the first line of the text moves the focus to the field above the text, which is the title. */
export function leaveFirstLine(editor: LexicalEditor): () => void {
  return editor.registerCommand(
    KEY_ARROW_UP_COMMAND,
    (event) => {
      const { shiftKey, altKey, ctrlKey, metaKey } = event
      if (shiftKey || altKey || ctrlKey || metaKey || !$isInFirstLine(editor)) return false
      const heading = editor.getRootElement()?.closest('.editor')?.querySelector('.editor-heading')
      const field = heading?.querySelector<HTMLElement>('input, textarea')
      if (!field?.checkVisibility()) return false
      event.preventDefault()
      field.focus()
      return true
    },
    COMMAND_PRIORITY_LOW,
  )
}

function $isInFirstLine(editor: LexicalEditor): boolean {
  const first = $getRoot().getFirstChild()
  if (!first || !$caret()?.getNode().getTopLevelElement()?.is(first)) return false
  const block = editor.getElementByKey(first.getKey())
  const text = block && document.createTreeWalker(block, NodeFilter.SHOW_TEXT).nextNode()
  if (!text) return true
  const whole = document.createRange()
  whole.selectNodeContents(text)
  const [line] = whole.getClientRects()
  const caret = rectangleAfter(window.getSelection()?.getRangeAt(0))
  // The caret of an empty line has no rectangle.
  return line !== undefined && caret !== undefined && caret.top + caret.height / 2 < line.bottom
}

/** That of the letter after a caret, if there is one: where a line is wrapped, the caret itself may be at the end of the line above. */
function rectangleAfter(caret: Range | undefined): DOMRect | undefined {
  const range = caret?.cloneRange()
  const { startContainer: node, startOffset = 0 } = range ?? {}
  if (node instanceof Text && startOffset < node.length) range?.setEnd(node, startOffset + 1)
  return [...(range?.getClientRects() ?? [])].at(-1)
}
