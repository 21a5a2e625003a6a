import type { Article, Block, WorkingCopy } from '@nightdesk/contracts'
import { ownExcerpt } from '@nightdesk/editor/excerpt'
import type { Poster } from '../form/poster-field.tsx'

/** What is written on an article: what a save carries. */
export interface ArticleText {
  title: string
  /** What somebody wrote; empty where it is made from the text. */
  excerpt: string
  content: Block[]
  poster: Poster | null
  /** Names of what it is filed under. */
  tags: string[]
}

export const EMPTY_TEXT: ArticleText = { title: '', excerpt: '', content: [], poster: null, tags: [] }

/** A version has no tags: they are the article's. */
type Stored = Pick<
  Article | WorkingCopy,
  'title' | 'excerpt' | 'content' | 'poster_image_id' | 'poster_url'
> &
  Partial<Pick<Article, 'tags'>>

export function textOf({
  title,
  excerpt,
  content,
  poster_image_id,
  poster_url,
  tags = [],
}: Stored): ArticleText {
  const poster = poster_image_id && poster_url ? { image_id: poster_image_id, url: poster_url } : null
  return {
    title,
    excerpt: ownExcerpt({ excerpt, content }),
    content,
    poster,
    tags: tags.map(({ name }) => name),
  }
}

/** As every call takes it, but for the blocks. */
export const headingOf = ({ title, excerpt, poster, tags }: ArticleText) => ({
  title,
  excerpt: excerpt.trim() || null,
  poster_image_id: poster?.image_id ?? null,
  tags,
})
