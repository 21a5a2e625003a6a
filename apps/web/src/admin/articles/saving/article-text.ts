import type { Article, Block, WorkingCopy } from '@nightdesk/contracts'
import type { Poster } from '../poster-field.tsx'

/** What is written on an article: what a save carries. */
export interface ArticleText {
  title: string
  content: Block[]
  poster: Poster | null
  /** Names of what it is filed under. */
  tags: string[]
}

export const EMPTY_TEXT: ArticleText = { title: '', content: [], poster: null, tags: [] }

/** A version has no tags: they are the article's. */
type Stored = Pick<Article | WorkingCopy, 'title' | 'content' | 'poster_image_id' | 'poster_url'> &
  Partial<Pick<Article, 'tags'>>

export function textOf({ title, content, poster_image_id, poster_url, tags = [] }: Stored): ArticleText {
  const poster = poster_image_id && poster_url ? { image_id: poster_image_id, url: poster_url } : null
  return { title, content, poster, tags: tags.map(({ name }) => name) }
}
