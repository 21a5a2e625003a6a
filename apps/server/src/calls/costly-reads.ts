import { type Contract, contract, unavailable } from '@nightdesk/contracts'
import pLimit from 'p-limit'
import type { EndpointPath } from './endpoints.ts'

/**
 * The reads that take far longer than others, and the queue that each waits in: what strangers ask for does not keep
 * writers waiting, nor does a search the lists.
 */
const QUEUES: Partial<Record<EndpointPath, string>> = {
  'published.list': 'lists',
  'published.search': 'search',
  'versions.list': 'history',
  'versions.search': 'history',
}

/** Of each queue, in one process. */
const AT_ONCE = 2
const MAX_WAITING = 20
/** Seconds: by then the queue has moved. */
const RETRY_AFTER = 2

/** Lets few of the costly reads run at once, so that they do not keep everybody else waiting. */
export interface CostlyReads {
  /**
   * Runs a call, by its path in the contract, when it is its turn.
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

/** For pages that are cached: each is rendered once, however many wait for it. */
export const unlimitedReads: CostlyReads = { run: (_path, call) => call() }

/** What a call counts in a batch. Strangers may ask for no more than two costly reads in one. */
export function costOf(path: string): number {
  const [feature = '', name = ''] = path.split('.')
  const endpoint = (contract as Contract)[feature]?.[name]
  return endpoint?.access === 'public' && queueOf(path) ? 5 : 1
}

const queueOf = (path: string) => (QUEUES as Record<string, string | undefined>)[path]
