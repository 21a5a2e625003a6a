import type { Endpoint } from '@nightdesk/contracts'
import type { Shedding } from '../http/overload.ts'
import type { EndpointPath } from './endpoints.ts'

/**
 * The slowest reads, and the queue of each. Separate queues keep strangers from delaying writers, and searches from
 * delaying lists.
 */
const QUEUES: Partial<Record<EndpointPath, string>> = {
  'published.list': 'lists',
  'published.search': 'search',
  'pictures.list': 'pictures',
  'redirects.missing': 'redirects',
  'redirects.export': 'redirects',
  'versions.list': 'history',
  'versions.search': 'history',
  'versions.timeline': 'history',
}

/** Per queue and process. */
const BOUNDS = { atOnce: 2, maxWaiting: 20 }

/** Limits how many costly reads run at once, so that they do not delay everything else. */
export function createCostlyReads(shedding: Shedding) {
  const queues = new Map(Object.values(QUEUES).map((name) => [name, shedding.queue(BOUNDS)]))
  return {
    /**
     * Runs the call of a path in its queue.
     * @throws UNAVAILABLE at once when too many wait already
     */
    async run<T>(path: string, call: () => Promise<T>): Promise<T> {
      const queue = queues.get(queueOf(path) ?? '')
      return queue ? queue.run(call) : call()
    },
  }
}

/** For cached pages: each is rendered once for all who wait for it. */
export const unlimitedReads = { run: <T>(_path: string, call: () => Promise<T>) => call() }

/** The weight of a call in a batch of ten. A batch of public calls may contain five reads, or a costly one. */
export function costOf(path: string, endpoint: Endpoint | undefined): number {
  if (endpoint?.access !== 'public') return 1
  return queueOf(path) ? 10 : 2
}

const queueOf = (path: string) => (QUEUES as Record<string, string | undefined>)[path]
