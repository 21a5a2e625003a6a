import type { Block } from '@nightdesk/contracts'
import { isSceneBreak } from '../blocks/scene-break.ts'
import { linesOf } from './text.ts'
import { onOneLine, truncate, truncateAtWord } from './truncate.ts'

/** "the plain text of the content cut at 150 characters plus an ellipsis". */
export const EXCERPT_LENGTH = 150

/**
 * The beginning of the paragraphs on one line, at most `length` graphemes of whole words, and an ellipsis if something
 * was cut. Without a paragraph, that of quotes and lists; headings, code and scene breaks are never in it.
 */
export function excerpt(blocks: readonly Block[], length = EXCERPT_LENGTH): string {
  const text = beginningOf(blocks, length, isParagraph)
  return truncateAtWord(text || beginningOf(blocks, length, isTold), length)
}

/** Whether an excerpt was not written by hand: it is what its content begins with, now or before headings were left out. */
export function isDerivedExcerpt(given: string, blocks: readonly Block[]): boolean {
  return given === excerpt(blocks) || given === truncate(beginningOf(blocks, EXCERPT_LENGTH), EXCERPT_LENGTH)
}

/** The excerpt that somebody wrote; empty where it was made from the text. */
export const ownExcerpt = ({ excerpt, content }: { excerpt: string; content: readonly Block[] }): string =>
  isDerivedExcerpt(excerpt, content) ? '' : excerpt.trim()

const isParagraph = (block: Block) => block.type === 'paragraph' && !isSceneBreak(block)
const isTold = ({ type }: Block) =>
  type === 'block-quote' || type === 'bulleted-list' || type === 'numbered-list'

/** As much as shows whether there is more than `length` graphemes: the rest of a long story is not looked at. */
function beginningOf(
  blocks: readonly Block[],
  length: number,
  counts: (block: Block) => boolean = () => true,
): string {
  let text = ''
  for (const block of blocks) {
    if (!counts(block)) continue
    const line = onOneLine(linesOf(block).join(' '))
    text = text && line ? `${text} ${line}` : text || line
    if (truncate(text, length) !== text) return text
  }
  return text
}
