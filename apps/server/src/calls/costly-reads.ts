import { type Contract, contract, unavailable } from '@nightdesk/contracts'
import pLimit from 'p-limit'
import type { EndpointPath } from './endpoints.ts'

/**
 * The slowest reads, and the queue of each. Separate queues keep strangers from delaying writers, and searches from
 * delaying lists.
 */
const QUEUES: Partial<Record<EndpointPath, string>> = {
  'published.list': 'lists',
  'published.search': 'search',
  'pictures.list': 'pictures',
  'versions.list': 'history',
  'versions.search': 'history',
  'versions.timeline': 'history',
}

/** Per queue and process. */
const AT_ONCE = 2
const MAX_WAITING = 20
/** Seconds, in which a queue moves on. */
const RETRY_AFTER = 2

/** Limits how many costly reads run at once, so that they do not delay everything else. */
export interface CostlyReads {
  /**
   * Runs the call of a path in its queue.
   * @throws UNAVAILABLE at once when too many wait already
   */
  run<T>(path: string, call: () => Promise<T>): Promise<T>
}

export function createCostlyReads(): CostlyReads {
  const limits = new Map(Object.values(QUEUES).map((queue) => [queue, pLimit(AT_ONCE)]))
  return {
    async run(path, call) {
      const limit = limits.get(queueOf(path) ?? '')
      if (!limit) return call()
      if (limit.pendingCount >= MAX_WAITING) throw unavailable(RETRY_AFTER)
      return limit(call)
    },
  }
}

/** For cached pages: each is rendered once for all who wait for it. */
export const unlimitedReads: CostlyReads = { run: (_path, call) => call() }

/** The weight of a call in a batch. A batch of public calls may contain two costly reads. */
export function costOf(path: string): number {
  const [feature = '', name = ''] = path.split('.')
  const endpoint = (contract as Contract)[feature]?.[name]
  return endpoint?.access === 'public' && queueOf(path) ? 5 : 1
}

const queueOf = (path: string) => (QUEUES as Record<string, string | undefined>)[path]
