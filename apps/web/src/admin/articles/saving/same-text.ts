import type { Credit } from '@nightdesk/contracts'
import { isSameText as isSame } from '@nightdesk/editor'
import type { DraftText } from './draft-text.ts'

/** Whether two texts are equal in the editor's normal form. */
export const isSameText = (one: DraftText, other: DraftText): boolean =>
  isSameByline(one.credits, other.credits) && isSame(writtenIn(one), writtenIn(other))

const writtenIn = ({ poster, ...text }: DraftText) => ({
  ...text,
  // Compared above.
  credits: [],
  poster_image_id: poster?.image_id ?? null,
  poster_alt: poster?.alt.trim() || null,
})

/**
 * Whether two texts have the same credits. Unknown credits equal any. Without the rules of credits, whose chunk is not needed
 * for typing.
 */
export const isSameByline = (one: Credit[], other: Credit[]): boolean =>
  one.length === 0 || other.length === 0 || keyOf(one) === keyOf(other)

const keyOf = (credits: Credit[]) => credits.map(({ person_id, role }) => `${role} ${person_id}`).join()
