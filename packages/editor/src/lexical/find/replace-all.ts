import {
  $createTextNode,
  $getNodeByKey,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  $isTabNode,
  $isTextNode,
  type TextNode,
} from 'lexical'
import { $readBlockText, type Piece } from '../text/block-text.ts'
import type { Span } from './search.ts'
import type { SearchedBlock } from './watch-matches.ts'

/** Replaces parts of the text of blocks. A replacement has the marks of the first character that it replaces. */
export function $replaceAll(blocks: readonly SearchedBlock[], replacement: string): void {
  for (const { key, spans } of blocks) {
    const block = spans.length > 0 ? $getNodeByKey(key) : null
    if (!$isElementNode(block)) continue
    const { pieces } = $readBlockText(block)
    // From the end, so that the offsets before it remain right.
    for (const span of spans.toReversed()) $replaceSpan(pieces, span, replacement)
  }
}

function $replaceSpan(pieces: readonly Piece[], { start, end }: Span, replacement: string): void {
  const replaced = pieces.filter((piece) => piece.end > start && piece.start < end)
  for (const piece of replaced.toReversed()) {
    const node = $getNodeByKey(piece.key)
    const from = Math.max(0, start - piece.start)
    const count = Math.min(piece.end, end) - piece.start - from
    if ($isTextNode(node)) $splice(node, from, count, piece === replaced[0] ? replacement : '')
    else node?.remove()
  }
}

function $splice(node: TextNode, from: number, count: number, text: string): void {
  const isWhole = count === node.getTextContentSize()
  if (isWhole && text === '') node.remove()
  // A tab is a text node that holds nothing else.
  else if ($isTabNode(node)) node.replace($createTextNode(text).setFormat(node.getFormat()))
  else {
    node.spliceText(from, count, text)
    $moveSelection(node, from, count, text.length)
  }
}

/** Moves the ends of the selection with the text that they are in. */
function $moveSelection(node: TextNode, from: number, count: number, added: number): void {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return
  for (const point of [selection.anchor, selection.focus]) {
    if (point.key !== node.getKey() || point.offset <= from) continue
    const offset = point.offset >= from + count ? point.offset - count + added : from + added
    point.set(point.key, offset, 'text')
  }
}
