import { type Block, tagSlug } from '@nightdesk/contracts'
import { canonicalJson } from '../normal-form/canonical.ts'
import { normalize } from '../normal-form/normal-form.ts'
import { ownExcerpt } from '../text/excerpt.ts'

/** What a person writes on an article. */
export interface EditableFields {
  title: string
  /** That made from the text counts as none. */
  excerpt: string
  content: Block[]
  poster_image_id: number | null
  /** Names. */
  tags: string[]
}

/** Whether two texts are equal in the form the editor gives to what it opens. */
export const isSameText = (one: EditableFields, other: EditableFields): boolean =>
  formOf(one) === formOf(other)

const formOf = ({ title, excerpt, content, poster_image_id, tags }: EditableFields) =>
  canonicalJson([
    title.trim(),
    ownExcerpt({ excerpt, content }),
    normalize(content),
    poster_image_id,
    tags.map(tagSlug),
  ])
