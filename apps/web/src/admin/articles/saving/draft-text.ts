import type { Article, Block, Credit, WorkingCopy } from '@nightdesk/contracts'
import { ownExcerpt } from '@nightdesk/editor'

/** The editable fields of an article. */
export interface DraftText {
  title: string
  /** Written by an author; empty when it is derived from the content. */
  excerpt: string
  content: Block[]
  poster: Poster | null
  /** Empty when unknown: of a new article that the server has not answered yet, which is by its owner. */
  credits: Credit[]
  /** Names. */
  tags: string[]
}

/** The article that a text is of; or a new one, by the key that its window chose. */
export type Subject = { id: number } | { key: string }

export const isNew = (subject: Subject): subject is { key: string } => 'key' in subject

/** A random UUID. Browsers make one themselves only for a page that has https. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-a$4-')
}

/** Unique among articles and new texts. */
export const nameOf = (subject: Subject): string => (isNew(subject) ? subject.key : String(subject.id))

/** The featured image. */
export interface Poster {
  image_id: number
  url: string
  /** What it shows; empty if nobody has said it. */
  alt: string
}

export const EMPTY_TEXT: DraftText = {
  title: '',
  excerpt: '',
  content: [],
  poster: null,
  credits: [],
  tags: [],
}

/** Versions have no tags, because tags belong to the article. */
type Stored = Pick<
  Article | WorkingCopy,
  'title' | 'excerpt' | 'content' | 'poster_image_id' | 'poster_url' | 'poster_alt' | 'credits'
> &
  Partial<Pick<Article, 'tags'>>

export function textOf({ title, excerpt, content, credits, tags = [], ...image }: Stored): DraftText {
  const { poster_image_id, poster_url, poster_alt } = image
  const poster =
    poster_image_id && poster_url
      ? { image_id: poster_image_id, url: poster_url, alt: poster_alt ?? '' }
      : null
  return {
    title,
    excerpt: ownExcerpt({ excerpt, content }),
    content,
    poster,
    credits,
    tags: tags.map(({ name }) => name),
  }
}

/** All fields but the content, as the API takes them. */
export const headingOf = ({ title, excerpt, poster, credits, tags }: DraftText) => ({
  title,
  excerpt: excerpt.trim() || null,
  poster_image_id: poster?.image_id ?? null,
  poster_alt: poster?.alt.trim() || null,
  ...(credits.length > 0 && { credits: credits.map(({ person_id, role }) => ({ person_id, role })) }),
  tags,
})
