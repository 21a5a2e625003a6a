import { tooBusy } from '@nightdesk/contracts'
import pLimit from 'p-limit'

/** Runs a few works at once, and lets a few more wait. */
export interface BoundedQueue {
  /** @throws UNAVAILABLE at once when too many wait already */
  run<T>(work: () => Promise<T>): Promise<T>
}

interface Bounds {
  atOnce: number
  maxWaiting: number
}

/** Seconds, in which a queue moves on. */
const RETRY_AFTER = 2

/** @param onRefused is called for each work that is refused */
export function createBoundedQueue({ atOnce, maxWaiting }: Bounds, onRefused = () => {}): BoundedQueue {
  const limit = pLimit(atOnce)
  return {
    async run(work) {
      if (limit.pendingCount < maxWaiting) return limit(work)
      onRefused()
      throw tooBusy(RETRY_AFTER)
    },
  }
}

/** Runs everything at once. */
export const unlimited: BoundedQueue = { run: (work) => work() }
