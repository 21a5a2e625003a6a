import { type Block, MAX_EXCERPT } from '@nightdesk/contracts'
import { excerpt as excerptOf, isDerivedExcerpt } from '@nightdesk/editor'

/** The limit of excerpts that are written by hand. A grapheme alone can hold thousands of accents. */
export const deriveExcerpt = (content: Block[]) => [...excerptOf(content)].slice(0, MAX_EXCERPT).join('')

/**
 * The excerpt after an edit.
 * @param given null: derived from the text; undefined: unchanged, but derived anew if it was derived before
 */
export function changeExcerpt(
  given: string | null | undefined,
  before: { excerpt: string; content: Block[] },
  content: Block[],
): string {
  const own = isDerivedExcerpt(before.excerpt, before.content) ? null : before.excerpt
  return (given === undefined ? own : given) ?? deriveExcerpt(content)
}
