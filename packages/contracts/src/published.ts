import { z } from 'zod'
import { article } from './articles.ts'
import { endpoint } from './endpoint.ts'
import { id, paging, text } from './fields.ts'

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
  /** Accepted for compatibility; the request’s own User-Agent header decides. */
  user_agent: text('User agent', 1024).nullish(),
})

export const viewResult = z.object({
  success: z.literal(true),
  counted: z.boolean(),
  /** Why it was not counted, or null. */
  reason: z.enum(VIEW_REASONS).nullable(),
})

export const published = {
  list: endpoint('GET /api/articles', {
    access: 'public',
    summary: 'Published articles with their content, newest change first',
    input: z.object(paging),
    output: z.array(article),
    kept: 'lists',
  }),
  get: endpoint('GET /api/articles/:id', {
    access: 'public',
    summary: 'One published article',
    input: z.object({ id }),
    output: article,
    kept: 'article',
  }),
  view: endpoint('POST /api/articles/:id/view', {
    access: 'public',
    summary: 'Record that an article was opened; answered after it is stored',
    input: view,
    output: viewResult,
    direct: true,
  }),
}

/** Where a reader finds an article; also `page_path` in the analytics. */
export const articlePath = (articleId: number) => `/post/${articleId}`
