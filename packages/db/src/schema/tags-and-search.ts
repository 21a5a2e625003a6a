import type { GeneratedAlways } from 'kysely'

export interface SearchTables {
  tags: {
    id: GeneratedAlways<number>
    name: string
    slug: string
  }
  article_tags: {
    article_id: number
    tag_id: number
    position: number
  }
  /** Written by triggers. A tsvector comes as text. */
  search_documents: {
    version_id: number
    article_id: number
    heading: string
    body: string
    words: GeneratedAlways<string>
  }
  /** Written by the same triggers. */
  search_words: {
    word: string
    stem: GeneratedAlways<string>
  }
}
