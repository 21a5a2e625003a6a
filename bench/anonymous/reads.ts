import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { borrowEmbedded } from '../../packages/db/src/embedded/start.ts'
import { connect } from '../../packages/db/src/index.ts'
import { freePort } from '../../packages/storage/src/testing-port.ts'
import { timeHome } from '../../scripts/api.ts'
import type { Stack } from '../../scripts/stack.ts'
import { p99 } from '../../scripts/torture/report.ts'
import { atMost, report, untilMet } from '../results.ts'
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
  const { times, longest, answers } = await crowd(stack, metricsPort, dearest)
  const counts = Object.entries(answers).map(([status, count]) => `${count} × ${status}`)
  const what = `home, p99 while ${CLIENTS} clients send the dearest (${counts.join(', ')})`
  atMost(what, p99(times), P99_GATE, 'ms')
  atMost('longest delay of the event loop meanwhile', longest, DELAY_GATE, 'ms')
}

/** @returns the dearest kinds */
async function measureEach(stack: Stack): Promise<Requests[]> {
  await using embedded = await borrowEmbedded(join(stack.directory, 'postgres'))
  const { pool, close } = connect(embedded.owner_url, { max: 1 })
  const costs: { name: string; requests: Requests; cost: number }[] = []
  const kinds = anonymousRequests()
  // Without counting them: a server that has just started compiles code for whatever comes first.
  for (const [, requests] of kinds.slice(0, FIRST)) await costOf(stack, pool, requests)
  for (const [name, requests] of kinds) {
    const cost = await untilMet(
      () => costOf(stack, pool, requests),
      (spent) => spent <= GATE,
    )
    costs.push({ name, requests, cost })
  }
  costs.sort((one, other) => other.cost - one.cost)
  for (const [place, { name, cost }] of costs.entries())
    if (place < DEAREST || cost > GATE)
      atMost(`${name}, one of ${costs.length} requests without a token`, cost, GATE, 'ms', 1)
  const withoutGate = async (what: string, requests: Requests) =>
    report(what, `${(await costOf(stack, pool, requests)).toFixed(1)} ms`, 'none', true)
  await withoutGate('sign-in with a wrong password, deliberately', login)
  for (const [name, requests] of Object.entries(drawn))
    await withoutGate(`first ${name} of a story, in its own process`, requests)
  await close()
  return costs.slice(0, DEAREST).map(({ requests }) => requests)
}

/** Milliseconds of the home page, each time, and of the longest delay of the event loop. */
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
  return { times, longest, answers }
}

/** Milliseconds since the last time it was read. */
async function longestDelay(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds\{.*\} (\S+)$/m.exec(text)?.[1]) * 1_000
}
