import type { FastifyBaseLogger } from 'fastify'
import { type BoundedQueue, createBoundedQueue } from './bounded-queue.ts'

/** Why a request was refused: too many wait for their turn, or the event loop is late. */
export const SHED_REASONS = ['queue', 'event_loop'] as const
export type ShedReason = (typeof SHED_REASONS)[number]

/** Load shedding: what this server refuses so that it can answer everything else in time. */
export interface Shedding {
  /** How many requests were refused. */
  readonly counts: Readonly<Record<ShedReason, number>>
  /** Counts a refused request. */
  count(reason: ShedReason): void
  queue(bounds: { atOnce: number; maxWaiting: number }): BoundedQueue
}

/** Milliseconds between two lines of the log. */
const QUIET = 60_000

export function createShedding(log: Pick<FastifyBaseLogger, 'warn'>): Shedding {
  const counts = { queue: 0, event_loop: 0 }
  let logged_at = Number.NEGATIVE_INFINITY

  function count(reason: ShedReason) {
    counts[reason]++
    const now = performance.now()
    if (now - logged_at < QUIET) return
    logged_at = now
    log.warn({ reason, refused: { ...counts } }, 'Too many requests: some are refused')
  }

  return { counts, count, queue: (bounds) => createBoundedQueue(bounds, () => count('queue')) }
}
