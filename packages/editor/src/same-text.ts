import { type Block, type Credit, tagSlug } from '@nightdesk/contracts'
import { canonicalJson, normalize } from './normal-form.ts'
import { ownExcerpt } from './text/excerpt.ts'

/** The fields of an article that a writer edits. */
export interface EditableFields {
  title: string
  /** An excerpt that was derived from the text counts as empty. */
  excerpt: string
  content: Block[]
  poster_image_id: number | null
  poster_alt: string | null
  credits: readonly Pick<Credit, 'person_id' | 'role'>[]
  /** Names. */
  tags: string[]
}

/** Whether two texts are equal in normal form, which is what the editor makes of a text that it opens. */
export const isSameText = (one: EditableFields, other: EditableFields): boolean =>
  formOf(one) === formOf(other)

const formOf = ({ title, excerpt, content, poster_image_id, poster_alt, credits, tags }: EditableFields) =>
  canonicalJson([
    title.trim(),
    ownExcerpt({ excerpt, content }),
    normalize(content),
    poster_image_id,
    poster_alt,
    tags.map(tagSlug),
    credits.map(({ person_id, role }) => [person_id, role]),
  ])
