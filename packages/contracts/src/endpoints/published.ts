import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, nothing, paging, text } from '../fields.ts'
import { VARIANT_FORMATS } from '../rules/image-rules.ts'
import { article } from './articles.ts'
import { query, searchResult } from './search.ts'
import { countedTag, tagSlugInput } from './tags.ts'

/** Who reads: a random string the browser made for itself. Stored only as a keyed hash. */
export const SESSION_ID = /^[A-Za-z0-9_-]{8,64}$/

/** Why an attempt at a published article is not counted. */
export const VIEW_REASONS = ['bot', 'prefetch', 'limited', 'opted_out'] as const

/** Every outcome of an attempt but being counted. Each attempt has exactly one. */
export const UNCOUNTED_REASONS = [...VIEW_REASONS, 'unknown_article'] as const
export type UncountedReason = (typeof UNCOUNTED_REASONS)[number]

export const view = z.object({
  id,
  session_id: z.string().regex(SESSION_ID, 'Invalid session id'),
  version_id: id.nullish(),
  referrer: text('Referrer', 2048).nullish(),
  user_agent: text('User agent', 1024)
    .nullish()
    .describe('Accepted for compatibility; the request’s own User-Agent header decides'),
})

export const viewResult = z.object({
  success: z.literal(true),
  counted: z.boolean(),
  /** Why it was not counted, or null. */
  reason: z.enum(VIEW_REASONS).nullable(),
})

/** A picture on this site. */
export const publishedImage = z
  .object({
    /** In pixels, as it was uploaded. */
    width: z.int(),
    height: z.int(),
    /** Smaller copies. Made after the upload, so there may be none yet. */
    variants: z.array(z.object({ url: z.string(), width: z.int(), format: z.enum(VARIANT_FORMATS) })),
  })
  .meta({ id: 'PublishedImage' })
export type PublishedImage = z.infer<typeof publishedImage>

/** An article as readers get it. */
export const publishedArticle = article
  .extend({
    /** The pictures of this site that it shows, by the address that its poster and its content give them. */
    images: z.record(z.string(), publishedImage),
  })
  .meta({ id: 'PublishedArticle' })
export type PublishedArticle = z.infer<typeof publishedArticle>

const neighbour = z.object({ id, title: z.string() }).nullable()
/** The articles published right before and right after one; null at the ends. */
export const neighbours = z.object({ previous: neighbour, next: neighbour })
export type Neighbours = z.infer<typeof neighbours>

/** Rows that a list has at most, unless it is the whole one. */
export const LONGEST_LIST = 100
/** Rows of a list that is asked for by its length alone and still kept: as many as a page shows. */
export const LONGEST_CACHED_LIST = 24

export const published = {
  list: endpoint('GET /api/articles', {
    access: 'public',
    summary: 'Published articles with their content, newest change first',
    input: z.object({
      ...paging,
      limit: paging.limit.describe(
        `Rows of a page. Absent: all, or ${LONGEST_LIST} when anything else is asked for`,
      ),
      tag: tagSlugInput.optional(),
      author: id.optional(),
    }),
    output: z.array(publishedArticle),
    cached: 'lists',
  }),
  get: endpoint('GET /api/articles/:id', {
    access: 'public',
    summary: 'One published article',
    input: z.object({ id }),
    output: publishedArticle,
    cached: 'article',
  }),
  neighbours: endpoint('GET /api/articles/:id/neighbours', {
    access: 'public',
    summary: 'The articles published right before and right after one',
    input: z.object({ id }),
    output: neighbours,
    cached: 'lists',
  }),
  tags: endpoint('GET /api/tags', {
    access: 'public',
    summary: 'Every tag that a published article has, the most used first',
    input: nothing,
    output: z.array(countedTag),
    cached: 'lists',
  }),
  search: endpoint('GET /api/search', {
    access: 'public',
    summary: 'Published articles by their words, forgiving typing errors; the best first',
    input: z.object({ ...paging, q: query }),
    output: searchResult,
  }),
  view: endpoint('POST /api/articles/:id/view', {
    access: 'public',
    summary: 'Record that an article was opened; answered after it is stored',
    input: view,
    output: viewResult,
    direct: true,
  }),
}

/** The picture of an article for those who see it elsewhere: its own for every version. */
export const cardPath = ({ id, version_id }: { id: number; version_id: number }) =>
  `/cards/${id}-${version_id}.png`
/** Pixels of a card. */
export const CARD_SIZE = { width: 1200, height: 630 }
