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
export const excerpt = (blocks: readonly Block[], length = EXCERPT_LENGTH): string =>
  truncateAtWord(proseOf(blocks, length), length)

/** Whether an excerpt was not written by hand: it is what its content begins with, now or before headings were left out. */
export const isDerivedExcerpt = (given: string, blocks: readonly Block[]): boolean =>
  given === excerpt(blocks) || isFormerExcerpt(given, blocks)

/** The excerpt that somebody wrote, else the beginning of the text, at most `length` graphemes of either. */
export function shownExcerpt({ excerpt, content }: Excerpted, length: number): string {
  // Read once: telling the two apart must not cost a page of cards a second look at every story.
  const prose = proseOf(content, Math.max(length, EXCERPT_LENGTH))
  const isDerived =
    excerpt.trim() === '' ||
    excerpt === truncateAtWord(prose, EXCERPT_LENGTH) ||
    isFormerExcerpt(excerpt, content)
  return truncateAtWord(isDerived ? prose : excerpt, length)
}

/** The excerpt that somebody wrote; empty where it was made from the text. */
export const ownExcerpt = ({ excerpt, content }: Excerpted): string =>
  isDerivedExcerpt(excerpt, content) ? '' : excerpt.trim()

interface Excerpted {
  excerpt: string
  content: readonly Block[]
}

const isFormerExcerpt = (given: string, blocks: readonly Block[]): boolean =>
  given === truncate(beginningOf(blocks, EXCERPT_LENGTH), EXCERPT_LENGTH)

const proseOf = (blocks: readonly Block[], length: number): string =>
  beginningOf(blocks, length, isParagraph) || beginningOf(blocks, length, isQuoteOrList)

const isParagraph = (block: Block) => block.type === 'paragraph' && !isSceneBreak(block)
const isQuoteOrList = ({ type }: Block) =>
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
