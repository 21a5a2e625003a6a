import { z } from 'zod'
import { text } from '../fields.ts'
import { articleSummary } from './articles/articles.ts'

/** Code points of a query. */
export const MAX_QUERY = 200
export const query = text('Search', MAX_QUERY)

/** A text in pieces, the hits and the text between them. */
export const pieces = z.array(z.object({ text: z.string(), is_hit: z.boolean() }))
export type Pieces = z.infer<typeof pieces>

/** A published article that a search found. */
export const searchHit = z.object({
  article: articleSummary,
  title: pieces,
  /** The text around its hits, or the excerpt. */
  snippet: pieces,
})
export type SearchHit = z.infer<typeof searchHit>

/** The most hits of a page: each is shown with the best of its paragraphs. */
export const MAX_HITS_PER_PAGE = 24

/** The number of hits that can be paged through. */
export const MAX_HITS = 240

export const searchResult = z.object({
  /** The query of the hits: as typed, or in the spelling of the articles when it has no hits as typed. */
  searched_for: z.string(),
  /** When there are no hits: a similar query that has some. */
  suggestion: z.string().nullable(),
  /** The number of matching articles. Pages show at most {@link MAX_HITS} of them. */
  total: z.int(),
  /** The best first. */
  hits: z.array(searchHit),
})
export type SearchResult = z.infer<typeof searchResult>
