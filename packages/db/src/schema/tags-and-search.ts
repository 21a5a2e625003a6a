import type { GeneratedAlways } from 'kysely'

export interface TagsTable {
  id: GeneratedAlways<number>
  name: string
  slug: string
}

export interface ArticleTagsTable {
  article_id: number
  tag_id: number
  position: number
}

/** Written by triggers. A tsvector comes as text. */
export interface SearchDocumentsTable {
  version_id: number
  article_id: number
  heading: string
  body: string
  words: GeneratedAlways<string>
}

/** Written by the same triggers. */
export interface SearchWordsTable {
  word: string
  stem: GeneratedAlways<string>
}
