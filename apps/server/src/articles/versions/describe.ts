import type { CreditedText } from '@nightdesk/articles'
import { isSameCredits } from '@nightdesk/contracts'
import { compareBlocks, ownExcerpt } from '@nightdesk/editor'

/** Describes an edit for the list of versions: "Edited title and 3 blocks, +120 words". */
export function describeEdit(before: CreditedText, after: CreditedText): string {
  const { changed_blocks, words_added } = compareBlocks(before.content, after.content)
  const parts = [
    before.title !== after.title && 'title',
    !isSameCredits(before.credits, after.credits) && 'byline',
    isExcerptWritten(before, after) && 'excerpt',
    describePoster(before, after),
    changed_blocks > 0 && `${changed_blocks} ${changed_blocks === 1 ? 'block' : 'blocks'}`,
  ].filter((part) => part !== false)
  const what = parts.length > 0 ? new Intl.ListFormat('en-US').format(parts) : 'formatting'
  return `Edited ${what}${describeWords(words_added)}`
}

/** An excerpt that is derived from the text changes with it, so it is not mentioned. */
const isExcerptWritten = (before: CreditedText, after: CreditedText) =>
  before.excerpt !== after.excerpt && ownExcerpt(before) !== ownExcerpt(after)

/** Another image has another description, so only the image is mentioned. */
function describePoster(before: CreditedText, after: CreditedText) {
  if (before.poster_image_id !== after.poster_image_id) return 'featured image'
  return before.poster_alt !== after.poster_alt && 'description of the featured image'
}

function describeWords(added: number) {
  if (added === 0) return ''
  const sign = added > 0 ? '+' : '−'
  const count = Math.abs(added)
  return `, ${sign}${count} ${count === 1 ? 'word' : 'words'}`
}
