import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, pageOf, paging, text } from '../fields.ts'
import { VARIANT_FORMATS } from '../rules/files.ts'
import { article, articleSummary, countedTag, pagePathInput, tag, tagSlugInput } from './articles.ts'
import { correction } from './review.ts'

/** Code points of a query. */
export const MAX_QUERY = 200
const query = text('Search', MAX_QUERY)

/** A text in pieces, the hits and the text between them. */
export const pieces = z.array(z.object({ text: z.string(), is_hit: z.boolean() }))
export type Pieces = z.infer<typeof pieces>

const searchHit = z.object({
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

const searchResult = z.object({
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

/** A picture on this site. */
export const publishedImage = z
  .object({
    /** In pixels, of the upload. */
    width: z.int(),
    height: z.int(),
    /** Smaller copies. They are made after the upload, so there may be none yet. */
    variants: z.array(z.object({ url: z.string(), width: z.int(), format: z.enum(VARIANT_FORMATS) })),
  })
  .meta({ id: 'PublishedImage' })
export type PublishedImage = z.infer<typeof publishedImage>

const publishedArticle = article
  .extend({
    /** Its pictures on this site, by their addresses in poster and content. */
    images: z.record(z.string(), publishedImage),
    /** What was corrected since the publication, the first one first. */
    corrections: z.array(correction),
  })
  .meta({ id: 'PublishedArticle' })
export type PublishedArticle = z.infer<typeof publishedArticle>

/** A person whom a published article names, for readers. */
const publishedPerson = z
  .object({
    /** Of the person with whom the one of the asked number was merged. */
    id,
    name: z.string(),
    bio: z.string(),
    picture: publishedImage.extend({ url: z.string() }).nullable(),
    links: z.array(z.string()),
    /** Of a published article. Otherwise a translator, artist, narrator or editor. */
    is_author: z.boolean(),
  })
  .meta({ id: 'PublishedPerson' })
export type PublishedPerson = z.infer<typeof publishedPerson>

const publishedCorrection = correction.extend({ article_id: id, article_title: z.string() })

const neighbour = z.object({ id, title: z.string() }).nullable()
/** The articles published right before and right after one; null at the ends. */
const pair = z.object({ previous: neighbour, next: neighbour })
/** Among all articles, and among those with each of its tags, in the order of the tags. */
const neighbours = pair.extend({ by_tag: z.array(pair.extend({ tag })) })
export type Neighbours = z.infer<typeof neighbours>

/** The longest list. */
export const LONGEST_LIST = 100

/** What readers and their programs read: only published articles. */
export const readerApi = {
  list: endpoint('GET /api/articles', {
    access: 'public',
    summary: 'Published articles with their content, newest first',
    input: z.object({
      q: paging.q,
      ...pageOf('Rows', LONGEST_LIST),
      tag: tagSlugInput.optional(),
      author: id.optional().describe('The number of a person whom the byline names'),
      sort: z
        .enum(['-date_updated', '-date_published'])
        .optional()
        .describe('By the last change, or by the first publication. Absent: `-date_updated`'),
    }),
    output: z.array(publishedArticle),
  }),
  get: endpoint('GET /api/articles/:id', {
    access: 'public',
    summary: 'One published article',
    output: publishedArticle,
    isOneRecord: true,
  }),
  page: endpoint('GET /api/page', {
    access: 'public',
    summary: 'The published page at an address',
    input: z.object({ path: pagePathInput }),
    output: publishedArticle,
    isOneRecord: true,
  }),
  neighbours: endpoint('GET /api/articles/:id/neighbours', {
    access: 'public',
    summary: 'The articles published right before and right after one, of all and with each of its tags',
    output: neighbours,
  }),
  person: endpoint('GET /api/people/:id', {
    access: 'public',
    summary: 'Somebody whom the byline of a published article names',
    output: publishedPerson,
    isOneRecord: true,
  }),
  corrections: endpoint('GET /api/corrections', {
    access: 'public',
    summary: 'What was corrected in published articles, the last one first',
    input: z.object(pageOf('Rows', LONGEST_LIST)),
    output: z.array(publishedCorrection),
  }),
  tags: endpoint('GET /api/tags', {
    access: 'public',
    summary: 'Every tag that a published article has, the most used first',
    output: z.array(countedTag),
  }),
  search: endpoint('GET /api/search', {
    access: 'public',
    summary: 'Published articles by their words, forgiving typing errors; the best first',
    input: z.object({
      q: query,
      ...pageOf('Hits', MAX_HITS_PER_PAGE, MAX_HITS_PER_PAGE),
    }),
    output: searchResult,
  }),
}

/** A random string that a reader’s browser made for itself. Stored only as a keyed hash. */
export const SESSION_ID = /^[A-Za-z0-9_-]{8,64}$/

/** Why an attempt at a published article is not counted. */
export const VIEW_REASONS = ['bot', 'prefetch', 'limited', 'opted_out'] as const

/** Every outcome of an attempt except being counted. Each attempt has exactly one outcome. */
export const UNCOUNTED_REASONS = [...VIEW_REASONS, 'unknown_article'] as const
export type UncountedReason = (typeof UNCOUNTED_REASONS)[number]

/**
 * REST only, and so not in the contract: public pages send it, and no typed client does. The server records it without
 * the steps around a procedure, since every opening of an article calls it.
 */
export const recordView = endpoint('POST /api/articles/:id/view', {
  access: 'public',
  summary: 'Record that an article was opened; answered after it is stored',
  input: z.object({
    id,
    session_id: z.string().regex(SESSION_ID, 'Invalid session id'),
    version_id: id.nullish(),
    referrer: text('Referrer', 2048).nullish(),
    user_agent: text('User agent', 1024)
      .nullish()
      .describe('Accepted for compatibility; the request’s own User-Agent header decides'),
  }),
  output: z.object({
    success: z.literal(true),
    counted: z.boolean(),
    /** Why it was not counted, or null. */
    reason: z.enum(VIEW_REASONS).nullable(),
  }),
})
