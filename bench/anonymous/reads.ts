import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { borrowEmbedded } from '../../packages/db/src/embedded/start.ts'
import { connect } from '../../packages/db/src/index.ts'
import { freePort } from '../../packages/storage/src/testing-port.ts'
import type { Stack } from '../../scripts/stack.ts'
import { report } from '../results.ts'
import { costOf } from './cost.ts'
import { largeSite, STORIES } from './large-site.ts'
import type { Requests } from './request.ts'
import { anonymousRequests, drawn, login } from './requests.ts'

/** Milliseconds of processor time. */
const GATE = 50
const CLIENTS = 100
/** The crowd sends the dearest requests. */
const DEAREST = 12
/** Kinds that are asked for twice. */
const FIRST = 5
const PAGES = 200
/** Milliseconds between two requests for the home page. */
const PAUSE = 50
const P99_GATE = 250
const DELAY_GATE = 500

/** What requests without a token cost on a large site, and how a page is answered while many clients send the dearest. */
export async function measureAnonymousReads(): Promise<void> {
  const metricsPort = await freePort()
  await using stack = await largeSite({ METRICS_PORT: String(metricsPort) })
  const dearest = await measureEach(stack)
  const { p99, delay: longest, answers } = await crowd(stack, metricsPort, dearest)
  const counts = Object.entries(answers).map(([status, count]) => `${count} × ${status}`)
  report(
    `home, p99 while ${CLIENTS} clients send the dearest (${counts.join(', ')})`,
    `${Math.round(p99)} ms`,
    `≤ ${P99_GATE} ms`,
    p99 <= P99_GATE,
  )
  report(
    'longest delay of the event loop meanwhile',
    `${Math.round(longest)} ms`,
    `≤ ${DELAY_GATE} ms`,
    longest <= DELAY_GATE,
  )
}

/** @returns the dearest kinds */
async function measureEach(stack: Stack): Promise<Requests[]> {
  await using embedded = await borrowEmbedded(join(stack.directory, 'postgres'))
  const { pool, close } = connect(embedded.owner_url, { max: 1 })
  const costs: { name: string; requests: Requests; cost: number }[] = []
  const kinds = anonymousRequests()
  // Without counting them: a server that has just started compiles code for whatever comes first.
  for (const [, requests] of kinds.slice(0, FIRST)) await costOf(stack, pool, requests)
  for (const [name, requests] of kinds)
    costs.push({ name, requests, cost: await costOf(stack, pool, requests) })
  costs.sort((one, other) => other.cost - one.cost)
  for (const [place, { name, cost }] of costs.entries())
    if (place < DEAREST || cost > GATE)
      reportCost(`${name}, one of ${costs.length} requests without a token`, cost, GATE)
  reportCost(
    'sign-in with a wrong password, deliberately',
    await costOf(stack, pool, login),
    Number.POSITIVE_INFINITY,
  )
  for (const [name, requests] of Object.entries(drawn))
    reportCost(
      `first ${name} of a story, in its own process`,
      await costOf(stack, pool, requests),
      Number.POSITIVE_INFINITY,
    )
  await close()
  return costs.slice(0, DEAREST).map(({ requests }) => requests)
}

function reportCost(what: string, cost: number, gate: number) {
  const limit = Number.isFinite(gate) ? `≤ ${gate} ms of processor time` : 'none'
  report(what, `${cost.toFixed(1)} ms`, limit, cost <= gate)
}

/** Milliseconds: the 99th percentile of the home page, and the longest delay of the event loop. */
async function crowd({ url }: Stack, metricsPort: number, dearest: readonly Requests[]) {
  const requests = Array.from({ length: STORIES / CLIENTS }, (_, round) =>
    dearest.map((next) => next(round)),
  ).flat()
  const clients = fork(new URL('./crowd.ts', import.meta.url))
  await timeHome(url)
  await longestDelay(metricsPort)
  clients.send({ url, clients: CLIENTS, requests })
  const times: number[] = []
  for (let page = 0; page < PAGES; page++) {
    times.push(await timeHome(url))
    await delay(PAUSE)
  }
  const longest = await longestDelay(metricsPort)
  clients.send('stop')
  const [answers] = (await once(clients, 'message')) as [Record<string, number>] // its only message
  return { p99: times.toSorted((a, b) => a - b)[Math.ceil(PAGES * 0.99) - 1] ?? 0, delay: longest, answers }
}

async function timeHome(url: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(url, { headers: { accept: 'text/html' } })
  await answer.text()
  if (answer.status !== 200) throw new Error(`The home page was answered with ${answer.status}`)
  return performance.now() - begun
}

/** Milliseconds since the last time it was read. */
async function longestDelay(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds\{.*\} (\S+)$/m.exec(text)?.[1]) * 1_000
}
