import { tooBusy } from '@nightdesk/contracts'
import type { FastifyBaseLogger } from 'fastify'
import pLimit from 'p-limit'

export type Shedding = ReturnType<typeof createShedding>

/** Milliseconds between two lines of the log. */
const QUIET = 60_000

/** Load shedding: what this server refuses so that it can answer everything else in time. */
export function createShedding(log: Pick<FastifyBaseLogger, 'warn'>) {
  /** How many requests were refused: too many wait for their turn, or the event loop is late. */
  const counts = { queue: 0, event_loop: 0 }
  let logged_at = Number.NEGATIVE_INFINITY

  function count(reason: keyof typeof counts): void {
    counts[reason]++
    const now = performance.now()
    if (now - logged_at < QUIET) return
    logged_at = now
    log.warn({ reason, refused: { ...counts } }, 'Too many requests: some are refused')
  }

  return {
    counts,
    count,
    /** Runs a few works at once, and lets a few more wait. */
    queue({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }): BoundedQueue {
      const limit = pLimit(atOnce)
      return {
        async run(work) {
          if (limit.pendingCount < maxWaiting) return limit(work)
          count('queue')
          throw tooBusy(RETRY_AFTER)
        },
      }
    },
  }
}

/** Seconds, in which a queue moves on. */
const RETRY_AFTER = 2

export interface BoundedQueue {
  /** @throws UNAVAILABLE at once when too many wait already */
  run<T>(work: () => Promise<T>): Promise<T>
}

export const unlimited: BoundedQueue = { run: (work) => work() }

/** Whether the event loop of this process falls behind because of its own work. */
export interface EventLoopWatch extends Disposable {
  readonly isLate: boolean
}

/** Milliseconds between two looks, and the most work between them. */
const INTERVAL = 100
const MAX_WORK = 300
/** One long task, such as a garbage collection, makes one look late. */
const LATE_LOOKS = 2

/**
 * Looks regularly. A look comes late by the work before it. That is measured as processor time, since on a machine that others
 * keep busy every look is late.
 * @param work milliseconds of processor time so far
 */
export function watchEventLoop(work = ownWork): EventLoopWatch {
  let last = work()
  let late = 0
  const timer = setInterval(() => {
    const now = work()
    late = now - last > MAX_WORK ? late + 1 : 0
    last = now
  }, INTERVAL)
  timer.unref()
  return {
    get isLate() {
      return late >= LATE_LOOKS
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** Of the thread of the event loop, without those that compress and hash. */
function ownWork() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
