import { type Block, MAX_EXCERPT } from '@nightdesk/contracts'
import { excerpt as excerptOf, isDerivedExcerpt } from '@nightdesk/editor'

/** Never longer than one that is written by hand may be: a single grapheme can hold thousands of accents. */
export const deriveExcerpt = (content: Block[]) => [...excerptOf(content)].slice(0, MAX_EXCERPT).join('')

/**
 * The excerpt of a text that was edited.
 * @param given null: made from the text; undefined: as before, and made anew where it was made from the text before
 */
export function changeExcerpt(
  given: string | null | undefined,
  before: { excerpt: string; content: Block[] },
  content: Block[],
): string {
  const kept = isDerivedExcerpt(before.excerpt, before.content) ? null : before.excerpt
  return (given === undefined ? kept : given) ?? deriveExcerpt(content)
}
