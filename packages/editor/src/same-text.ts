import { type Block, tagSlug } from '@nightdesk/contracts'
import { canonicalJson } from './canonical.ts'
import { ownExcerpt } from './excerpt.ts'
import { normalize } from './normal-form.ts'

/** What a person writes on an article. */
export interface WrittenText {
  title: string
  /** That made from the text counts as none. */
  excerpt: string
  content: Block[]
  poster_image_id: number | null
  /** Names. */
  tags: string[]
}

/** Whether two texts are equal in the form the editor gives to what it opens. */
export const isSameText = (one: WrittenText, other: WrittenText): boolean => formOf(one) === formOf(other)

const formOf = ({ title, excerpt, content, poster_image_id, tags }: WrittenText) =>
  canonicalJson([
    title.trim(),
    ownExcerpt({ excerpt, content }),
    normalize(content),
    poster_image_id,
    tags.map(tagSlug),
  ])
