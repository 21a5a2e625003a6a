import { report, untilMet } from '../results.ts'
import { startBare } from './bare.ts'
import { type Comparison, compare } from './compare.ts'

export interface Site {
  url: string
  /** Of the server process. */
  server: number
}

/** The concurrent readers of a quiet evening, and of a story that is widely shared. */
export const CONNECTIONS = [32, 128]
const BROTLI = { 'accept-encoding': 'br' }

/** Compares answers of the page store with a bare Fastify that sends the same bytes. @param paths by name */
export async function compareStoredAnswers(
  { url, server }: Site,
  paths: Record<string, string>,
): Promise<void> {
  const requests = Object.entries(paths).map(([name, path]) => ({
    name,
    url: url + path,
    path,
    headers: BROTLI,
    gates: { cost: 0.75, rate: 1.25 },
  }))
  const [home] = requests
  if (!home) throw new Error('There are answers to compare')
  const known = { 'if-none-match': (await fetch(home.url, { headers: BROTLI })).headers.get('etag') ?? '' }
  const unchanged = {
    ...home,
    name: 'unchanged (304)',
    path: '/unchanged',
    headers: { ...BROTLI, ...known },
    // Nearly all of it is Node's HTTP, which both sides share.
    gates: { cost: 0.85, rate: 1.1 },
  }
  for (const { name, gates, ...request } of [...requests, unchanged]) {
    // Not one for all: many kinds of answers would slow its code down.
    using bare = await startBare([request])
    const { headers } = request
    for (const connections of CONNECTIONS) {
      const ours = { url: request.url, headers, pids: async () => [server] }
      const against = { url: bare.url + request.path, headers, pids: async () => [bare.pid] }
      const compared = await untilMet(
        () => compare(ours, against, connections),
        ({ cost, rate = gates.rate }) => cost <= gates.cost && rate >= gates.rate,
      )
      reportComparison(`${name}, ${connections} connections`, compared, gates)
    }
  }
}

interface Gates {
  cost: number
  rate: number
}

function reportComparison(what: string, { ours, bare, cost, rate }: Comparison, gates: Gates) {
  const times = `${Math.round(ours)} ÷ ${Math.round(bare)} µs`
  const isCheap = cost <= gates.cost
  report(`${what}: processor time ÷ bare Fastify (${times})`, cost.toFixed(2), `≤ ${gates.cost}`, isCheap)
  if (rate !== undefined)
    report(`${what}: rate ÷ bare Fastify`, rate.toFixed(2), `≥ ${gates.rate}`, rate >= gates.rate)
  else report(`${what}: rate`, 'not known', 'wrk is not installed', true)
}
