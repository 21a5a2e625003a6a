import { isSameText as isSame } from '@nightdesk/editor'
import type { ArticleText } from '../article-text.ts'

/** Whether two texts are equal in the editor's normal form. */
export const isSameText = (one: ArticleText, other: ArticleText): boolean =>
  isSame(writtenIn(one), writtenIn(other))

const writtenIn = ({ poster, ...text }: ArticleText) => ({
  ...text,
  poster_image_id: poster?.image_id ?? null,
})
