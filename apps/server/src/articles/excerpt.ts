import { deriveExcerpt } from '@nightdesk/articles'
import type { Block } from '@nightdesk/contracts'
import { isDerivedExcerpt } from '@nightdesk/editor'

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
