import { isSameText as isSame } from '@nightdesk/editor'
import type { DraftText } from './draft-text.ts'
import { isSameByline } from './draft-text.ts'

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
