import {
  $findMatchingParent,
  $getNodeByKey,
  $getSelection,
  $isBlockElementNode,
  $isElementNode,
  $isLineBreakNode,
  $isRangeSelection,
  $isTextNode,
  type ElementNode,
  type LexicalEditor,
  type LexicalNode,
  type NodeKey,
  type PointType,
  type RangeSelection,
  type TextNode,
} from 'lexical'

/** A text node, line break or object of a block, with its position in the text of the block. */
export interface Piece {
  key: NodeKey
  start: number
  end: number
}

/** The text of a block, across marks, links and line breaks. Offsets are in UTF-16 units, as in Lexical. */
export interface BlockText {
  key: NodeKey
  text: string
  pieces: Piece[]
}

/** Stands for a picture or a block in the text of its block, and equals no text. */
const OBJECT = '\uFFFC'

/** The node, if it has text of its own, and the blocks in it, in the order of the page. */
export function $blocksWithText(node: LexicalNode): ElementNode[] {
  if (!$isElementNode(node)) return []
  const children = node.getChildren()
  const hasText = children.some((child) => $isTextNode(child) || isInlineElement(child))
  const blocks = children.filter((child) => !isInlineElement(child)).flatMap($blocksWithText)
  return hasText ? [node, ...blocks] : blocks
}

const isInlineElement = (node: LexicalNode) => $isElementNode(node) && node.isInline()

export function $readBlockText(block: ElementNode): BlockText {
  const pieces: Piece[] = []
  let text = ''
  const add = (node: LexicalNode, added: string) => {
    pieces.push({ key: node.getKey(), start: text.length, end: text.length + added.length })
    text += added
  }
  const visit = (node: LexicalNode) => {
    if ($isTextNode(node)) add(node, node.getTextContent())
    else if ($isLineBreakNode(node)) add(node, '\n')
    else if (isInlineElement(node) && $isElementNode(node)) node.getChildren().forEach(visit)
    else add(node, OBJECT)
  }
  block.getChildren().forEach(visit)
  return { key: block.getKey(), text, pieces }
}

/** The nearest node of a kind around the caret, or around the point where the selection was begun. */
export function $nodeAround<T extends LexicalNode>($is: (node: LexicalNode) => node is T): T | null {
  const selection = $getSelection()
  return $isRangeSelection(selection) ? $findMatchingParent(selection.anchor.getNode(), $is) : null
}

/** The block with text around a node. */
export const $blockAround = (node: LexicalNode): ElementNode | null =>
  $findMatchingParent(node, $isBlockElementNode)

/** The offset, in the text of the block, of a point in it: in a text node, or between the children of an element. */
export function $offsetIn(block: BlockText, { key, offset }: Pick<PointType, 'key' | 'offset'>): number {
  const node = $getNodeByKey(key)
  const before = $isElementNode(node) ? node.getChildAtIndex(offset - 1) : node
  const leaf = $isElementNode(before) ? before.getLastDescendant() : before
  const piece = block.pieces.find((known) => known.key === leaf?.getKey())
  if (!piece) return 0
  return $isElementNode(node) ? piece.end : Math.min(piece.start + offset, piece.end)
}

/**
 * Puts the caret at an offset in the text of a block. Between two text nodes it goes into the second, or with `prefersEnd`
 * into the first. @returns the text node with the caret
 */
export function $selectOffset(
  { key, pieces }: BlockText,
  offset: number,
  prefersEnd = false,
): TextNode | undefined {
  const piece = prefersEnd
    ? pieces.find(({ end }) => end >= offset)
    : pieces.findLast(({ start }) => start <= offset)
  const node = $getNodeByKey(piece?.key ?? key)
  const at = offset - (piece?.start ?? 0)
  if ($isTextNode(node)) {
    node.select(at, at)
    return node
  }
  if ($isElementNode(node)) node.selectStart()
  else if (at > 0) node?.selectNext()
  else node?.selectPrevious()
}

/**
 * The text node with a position in all texts of a node, and the position in it. Between two text nodes it is in the second, or
 * with `prefersEnd` in the first.
 */
export function $textAt(node: LexicalNode, position: number, prefersEnd = false) {
  let offset = position
  for (const text of $isElementNode(node) ? node.getAllTextNodes() : []) {
    const size = text.getTextContentSize()
    if (prefersEnd ? offset <= size : offset < size) return { node: text, offset }
    offset -= size
  }
}

/** The range of the page between two offsets, or null if a part of it is not on the page. */
export function domRange(editor: LexicalEditor, block: BlockText, start: number, end: number): Range | null {
  const from = block.pieces.find((piece) => piece.end > start)
  const to = block.pieces.findLast((piece) => piece.start < end)
  const first = from && domPoint(editor, from, start - from.start)
  const last = to && domPoint(editor, to, end - to.start)
  if (!first || !last) return null
  const range = document.createRange()
  range.setStart(...first)
  range.setEnd(...last)
  return range
}

/** A text is a text node in its element; a line break is an element, before or after which the point is. */
function domPoint(editor: LexicalEditor, { key }: Piece, offset: number): [Node, number] | null {
  const element = editor.getElementByKey(key)
  if (!element) return null
  const letters = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
  if (letters instanceof Text) return [letters, Math.min(offset, letters.data.length)]
  const { parentNode } = element
  return parentNode && [parentNode, [...parentNode.childNodes].indexOf(element) + Math.min(offset, 1)]
}

/** An offset in the text of a block. */
export interface Position {
  key: NodeKey
  offset: number
}

/** The start of the selection; null if no text is selected and no caret is in it. */
export function $positionOfSelection(): Position | null {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return null
  const [start] = endsOf(selection)
  const block = $blockAround(start.getNode())
  return block && { key: block.getKey(), offset: $offsetIn($readBlockText(block), start) }
}

/** The caret; null while something is selected, or nothing is. */
export function $caret(): PointType | null {
  const selection = $getSelection()
  return $isRangeSelection(selection) && selection.isCollapsed() ? selection.anchor : null
}

/** The start and the end of a selection, in the order of the text. */
export const endsOf = (selection: RangeSelection): [start: PointType, end: PointType] =>
  selection.isBackward() ? [selection.focus, selection.anchor] : [selection.anchor, selection.focus]

/** Replaces characters of a text node, and moves the ends of the selection with the text that they are in. */
export function $spliceText(node: TextNode, from: number, count: number, text: string): void {
  node.spliceText(from, count, text)
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return
  for (const point of [selection.anchor, selection.focus]) {
    // What is inserted comes before a point at its place; a replaced part keeps the point at its start.
    const isBefore = point.offset < from || (point.offset === from && count > 0)
    if (point.key !== node.getKey() || isBefore) continue
    const offset = point.offset >= from + count ? point.offset - count : from
    point.set(point.key, offset + text.length, 'text')
  }
}
