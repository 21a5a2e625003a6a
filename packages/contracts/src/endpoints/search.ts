import { z } from 'zod'
import { text } from '../fields.ts'
import { articleSummary } from './articles/articles.ts'

/** Code points of a query. */
export const MAX_QUERY = 200
export const query = text('Search', MAX_QUERY)

/** A text in pieces: what a search found, and what stands between. */
export const pieces = z.array(z.object({ text: z.string(), is_hit: z.boolean() }))
export type Pieces = z.infer<typeof pieces>

/** A published article that a search found. */
export const searchHit = z.object({
  article: articleSummary,
  title: pieces,
  /** The text around what was found in it, or its excerpt. */
  snippet: pieces,
})
export type SearchHit = z.infer<typeof searchHit>

/** How many hits can be looked at, however many there are. */
export const MAX_HITS = 240

export const searchResult = z.object({
  /** What the hits are for: the query, or its words as the articles spell them when none has them as typed. */
  searched_for: z.string(),
  /** When nothing was found: a query that finds something and may be what was meant. */
  suggestion: z.string().nullable(),
  /** Of all articles that match; at most {@link MAX_HITS} of them are found on the pages. */
  total: z.int(),
  /** The best first. */
  hits: z.array(searchHit),
})
export type SearchResult = z.infer<typeof searchResult>
