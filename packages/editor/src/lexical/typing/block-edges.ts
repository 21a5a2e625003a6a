import { $isHeadingNode } from '@lexical/rich-text'
import {
  $createParagraphNode,
  $getSelection,
  $isDecoratorNode,
  $isElementNode,
  $isRangeSelection,
  COMMAND_PRIORITY_LOW,
  DELETE_CHARACTER_COMMAND,
  type ElementNode,
  type LexicalEditor,
  type PointType,
} from 'lexical'
import { $selectNode } from '../select-node.ts'

/**
 * Backspace or Delete at the edge of a block selects the image that stands there, so that it takes another press to
 * remove what cannot be typed again. Where the text begins, Backspace makes a heading a paragraph.
 */
export function guardBlockEdges(editor: LexicalEditor): () => void {
  return editor.registerCommand(DELETE_CHARACTER_COMMAND, $guard, COMMAND_PRIORITY_LOW)
}

function $guard(isBackward: boolean): boolean {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return false
  const block = selection.anchor.getNode().getTopLevelElement()
  // An empty block is removed itself.
  if (!$isElementNode(block) || block.isEmpty() || !$isAtEdge(selection.anchor, block, isBackward))
    return false
  const neighbour = isBackward ? block.getPreviousSibling() : block.getNextSibling()
  if ($isDecoratorNode(neighbour)) {
    $selectNode(neighbour)
    return true
  }
  if (!isBackward || neighbour || !$isHeadingNode(block)) return false
  block.replace($createParagraphNode(), true).selectStart()
  return true
}

function $isAtEdge(point: PointType, block: ElementNode, isBackward: boolean): boolean {
  const node = point.getNode()
  const edge = isBackward ? block.getFirstDescendant() : block.getLastDescendant()
  return node.is(edge) && point.offset === (isBackward ? 0 : node.getTextContentSize())
}
