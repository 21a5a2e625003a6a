import autocannon from 'autocannon'
import { median } from './median.ts'

/** Short, so that a drift in the speed of the machine affects both sides of a round. */
const SECONDS = 2
/** The concurrent readers of a story that is widely shared. */
const CONNECTIONS = 128

export interface Target {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

interface Load {
  seconds?: number
  /** Requests per second. Default: without a limit. */
  rate?: number
}

/** Sends requests to a target continuously. @throws when a response is not a 2xx */
export async function load(target: Target, { seconds = SECONDS, rate }: Load = {}) {
  const { requests, latency, non2xx, errors } = await autocannon({
    ...target,
    connections: CONNECTIONS,
    // Below the server’s limit of requests per connection, and the same on both sides.
    reconnectRate: 900,
    duration: seconds,
    overallRate: rate,
  })
  if (non2xx + errors > 0) throw new Error(`${target.url}: ${non2xx} answers were not 2xx, ${errors} failed`)
  return { perSecond: requests.average, p99: latency.p99 }
}

/**
 * The rate of `ours` ÷ the rate of `bare`: the median over rounds that measure both, one after the other. The first
 * rounds warm up.
 */
export async function compare(ours: Target, bare: Target, rounds = 7, warmUp = 2) {
  const rates: { ours: number; bare: number }[] = []
  for (let round = 0; round < warmUp + rounds; round++)
    rates.push({ ours: (await load(ours)).perSecond, bare: (await load(bare)).perSecond })
  const measured = rates.slice(warmUp)
  return {
    ratio: median(measured.map(({ ours, bare }) => ours / bare)),
    ours: median(measured.map(({ ours }) => ours)),
    bare: median(measured.map(({ bare }) => bare)),
  }
}
