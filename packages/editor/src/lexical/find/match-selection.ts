import { $getNodeByKey, $getSelection, $isElementNode, $isRangeSelection, $isTextNode } from 'lexical'
import { $blockAround, $offsetIn, $readBlockText } from '../text/block-text.ts'
import type { Match, Position } from './matches.ts'

/** The start of the selection; null if no text is selected and no caret is in it. */
export function $positionOfSelection(): Position | null {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return null
  const start = selection.isBackward() ? selection.focus : selection.anchor
  const block = $blockAround(start.getNode())
  return block && { key: block.getKey(), offset: $offsetIn($readBlockText(block), start) }
}

export function $selectMatch(match: Match): void {
  const block = $getNodeByKey(match.key)
  if (!$isElementNode(block)) return
  const { pieces } = $readBlockText(block)
  const first = pieces.find(({ end }) => end > match.start)
  const last = pieces.findLast(({ start }) => start < match.end)
  if (!first || !last) return
  const node = $getNodeByKey(first.key)
  const start = match.start - first.start
  if ($isTextNode(node)) node.select(start, start).focus.set(last.key, match.end - last.start, 'text')
}
