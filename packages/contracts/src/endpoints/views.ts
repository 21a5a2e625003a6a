import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, text } from '../fields.ts'

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
