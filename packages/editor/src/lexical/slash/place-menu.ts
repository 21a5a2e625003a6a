import { $getNodeByKey, type LexicalEditor } from 'lexical'
import { $blockAround, $offsetIn, $readBlockText, domRange } from '../text/block-text.ts'
import { sentenceAt } from '../text/sentences.ts'
import { clearArea } from '../viewport/clear-area.ts'
import type { Slash } from './slash-query.ts'

const GAP = 6
/** Pixels in which the menu still shows two rows. */
const MIN_HEIGHT = 96

/**
 * Positions the menu below the sentence that is being written, or above it if there is more space, and limits its height to
 * that space. Beside a sentence that leaves no space, it is at the line of the slash. Slash and menu scroll together, in
 * the canvas.
 */
export function placeMenu(editor: LexicalEditor, menu: HTMLElement, slash: Slash): void {
  const canvas = menu.offsetParent
  const written = rectsAround(editor, slash)
  if (!written || !canvas) return
  const { sentence, line } = written
  const frame = canvas.getBoundingClientRect()
  const seen = clearArea(editor)
  const space = ({ top, bottom }: DOMRect) => ({
    above: top - GAP - seen.top,
    below: seen.bottom - bottom - GAP,
  })
  const room = space(sentence)
  const isRoomy = Math.max(room.above, room.below) >= MIN_HEIGHT
  const { above, below } = isRoomy ? room : space(line)
  const { top, bottom } = isRoomy ? sentence : line
  menu.style.maxHeight = ''
  const isAbove = menu.offsetHeight > below && above > below
  menu.style.maxHeight = `min(20rem, ${Math.max(isAbove ? above : below, 0)}px)`
  menu.style.top = `${(isAbove ? top - menu.offsetHeight - GAP : bottom + GAP) - frame.top}px`
  menu.style.left = `${Math.max(0, Math.min(line.left - frame.left, frame.width - menu.offsetWidth))}px`
}

/** The sentence before and around the slash, and the slash with what is typed after it. */
function rectsAround(editor: LexicalEditor, { key, start, query }: Slash) {
  const placed = editor.read(() => {
    const node = $getNodeByKey(key)
    const around = node && $blockAround(node)
    const block = around && $readBlockText(around)
    return block && { block, from: $offsetIn(block, { key, offset: start }) }
  })
  if (!placed) return null
  const { block, from } = placed
  const to = from + 1 + query.length
  const [first, last] = sentenceAt(block.text, Math.max(0, from - 1))
  const sentence = domRange(editor, block, Math.min(first, from), Math.max(last, to))
  const line = domRange(editor, block, from, to)
  return sentence && line && { sentence: rectOf(sentence), line: rectOf(line) }
}

const rectOf = (range: Range) => range.getBoundingClientRect()
