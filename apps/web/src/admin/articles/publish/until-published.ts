import { FAST_POLL_MS, POLL_MS } from '../../query-client.ts'

/** `setTimeout` overflows after 24 days, so refetch at least hourly. */
const HOUR_MS = 3_600_000

/** Milliseconds until the next refetch of a scheduled article; false for others. */
export function untilPublished(scheduledAt: string | null | undefined, now = Date.now()): number | false {
  if (!scheduledAt) return false
  const left = Date.parse(scheduledAt) - now
  // Overdue by this long, no worker is running: slow down.
  if (left < -POLL_MS) return POLL_MS
  return Math.min(Math.max(left, 0) + FAST_POLL_MS, HOUR_MS)
}
