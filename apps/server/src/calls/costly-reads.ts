import type { Endpoint } from '@nightdesk/contracts'
import { type BoundedQueue, type Shedding, unlimited } from '../http/overload.ts'
import type { EndpointPath } from './endpoints.ts'

/**
 * The slowest reads, and the queue of each. Separate queues keep strangers from delaying writers, and searches from
 * delaying lists.
 */
const QUEUES: Partial<Record<string, string>> = {
  'published.list': 'lists',
  'published.search': 'search',
  'pictures.list': 'pictures',
  'redirects.missing': 'redirects',
  'redirects.export': 'redirects',
  'versions.list': 'history',
  'versions.search': 'history',
  'versions.timeline': 'history',
} satisfies Partial<Record<EndpointPath, string>>

/** Per queue and process. */
const BOUNDS = { atOnce: 2, maxWaiting: 20 }

/** The queue of each call. It limits how many costly reads run at once, so that they do not delay everything else. */
export function createCostlyReads(shedding: Shedding) {
  const queues = new Map(Object.values(QUEUES).map((name) => [name, shedding.queue(BOUNDS)]))
  return (path: string): BoundedQueue => queues.get(QUEUES[path]) ?? unlimited
}

/** The weight of a call in a batch of ten. A batch of public calls may contain five reads, or a costly one. */
export function costOf(path: string, endpoint: Endpoint | undefined): number {
  if (endpoint?.access !== 'public') return 1
  return QUEUES[path] ? 10 : 2
}
