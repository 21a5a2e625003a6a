import autocannon from 'autocannon'
import { median } from './median.ts'

/** Short, so that a machine whose speed drifts slows both sides of a round. */
const SECONDS = 2
/** As many readers as a page has when it is passed around. */
const CONNECTIONS = 128

export interface Target {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

interface Load {
  seconds?: number
  /** Requests per second. Default: as many as are answered. */
  rate?: number
}

/** Asks a target all the time. @throws when an answer is not a 2xx */
export async function load(target: Target, { seconds = SECONDS, rate }: Load = {}) {
  const { requests, latency, non2xx, errors } = await autocannon({
    ...target,
    connections: CONNECTIONS,
    // Before the server’s own limit of requests per connection, on both sides alike.
    reconnectRate: 900,
    duration: seconds,
    overallRate: rate,
  })
  if (non2xx + errors > 0) throw new Error(`${target.url}: ${non2xx} answers were not 2xx, ${errors} failed`)
  return { perSecond: requests.average, p99: latency.p99 }
}

/**
 * How many times the rate of `bare` the rate of `ours` is: the median over rounds in which both are measured one
 * after the other. The first rounds warm up.
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
