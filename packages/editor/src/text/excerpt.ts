import { type Block, cutTo, MAX_EXCERPT } from '@nightdesk/contracts'
import { isList } from '../normal-form.ts'
import { isSceneBreak } from '../stored-blocks.ts'
import { linesOf, onOneLine, truncate, truncateAtWord } from './text.ts'

/** "the plain text of the content cut at 150 characters plus an ellipsis". */
export const EXCERPT_LENGTH = 150

/**
 * The beginning of the paragraphs on one line: at most `length` graphemes, whole words, and an ellipsis if text was cut.
 * A text without paragraphs uses its quotes and lists. Headings, code and scene breaks are left out.
 */
export const excerpt = (blocks: readonly Block[], length = EXCERPT_LENGTH): string =>
  cut(proseOf(blocks, length), length)

/** Within the limit of excerpts that are written by hand. A grapheme alone can hold thousands of accents. */
const cut = (prose: string, length: number) => cutTo(truncateAtWord(prose, length), MAX_EXCERPT)

/** Whether an excerpt was derived from its content, by the present rule or by the former one, which included headings. */
export const isDerivedExcerpt = (given: string, blocks: readonly Block[]): boolean =>
  given === excerpt(blocks) || isFormerExcerpt(given, blocks)

/** The excerpt that somebody wrote, or else the beginning of the text; at most `length` graphemes. */
export function shownExcerpt({ excerpt, content }: Excerpted, length: number): string {
  // Extracted once, for the comparison and for the result: a page of cards does this for every story.
  const prose = proseOf(content, Math.max(length, EXCERPT_LENGTH))
  const isDerived =
    excerpt.trim() === '' || excerpt === cut(prose, EXCERPT_LENGTH) || isFormerExcerpt(excerpt, content)
  return truncateAtWord(isDerived ? prose : excerpt, length)
}

/** The excerpt that somebody wrote; empty if it was derived from the text. */
export const ownExcerpt = ({ excerpt, content }: Excerpted): string =>
  isDerivedExcerpt(excerpt, content) ? '' : excerpt.trim()

interface Excerpted {
  excerpt: string
  content: readonly Block[]
}

const isFormerExcerpt = (given: string, blocks: readonly Block[]): boolean =>
  given ===
  truncate(
    beginningOf(blocks, EXCERPT_LENGTH, ({ type }) => type !== 'image'),
    EXCERPT_LENGTH,
  )

const proseOf = (blocks: readonly Block[], length: number): string =>
  beginningOf(blocks, length, isParagraph) || beginningOf(blocks, length, isQuoteOrList)

const isParagraph = (block: Block) => block.type === 'paragraph' && !isSceneBreak(block)
const isQuoteOrList = (block: Block) => block.type === 'block-quote' || isList(block)

/** More characters than a grapheme has, but for one that was made to be long. */
const MOST_OF_GRAPHEME = 50

/** Reads only as much as is needed to exceed `length` graphemes, because stories and paragraphs can be long. */
function beginningOf(blocks: readonly Block[], length: number, counts: (block: Block) => boolean): string {
  let text = ''
  for (const block of blocks) {
    if (!counts(block)) continue
    const line = onOneLine(
      linesOf(block)
        .join(' ')
        .slice(0, MOST_OF_GRAPHEME * length),
    )
    if (line === '') continue
    text = text ? `${text} ${line}` : line
    if (truncate(text, length) !== text) return text
  }
  return text
}
