import { FAST_POLL_MS, POLL_MS } from '../../polling.ts'

/** Timers cannot wait for weeks. */
const HOUR_MS = 3_600_000

/** Milliseconds until a scheduled article is public, or to ask again whether it is; false for any other. */
export function untilPublished(scheduledAt: string | null | undefined, now = Date.now()): number | false {
  if (!scheduledAt) return false
  const left = Date.parse(scheduledAt) - now
  // No worker takes as long as this: none is running.
  if (left < -POLL_MS) return POLL_MS
  return Math.min(Math.max(left, 0) + FAST_POLL_MS, HOUR_MS)
}
