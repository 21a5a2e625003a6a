import { setTimeout as delay } from 'node:timers/promises'
import type { Article } from '../../packages/contracts/src/index.ts'
import { type Answer, call, expectSuccess, openSession } from './api.ts'
import type { Site } from './outside.ts'
import { ADMIN, runJob } from './tour.ts'
import { until } from './until.ts'

export interface DatabaseReport {
  outages: number
  /** Answers that said 503. */
  refused: number
  /** From the database’s return until the first 200 of the slowest kind of request, in ms. */
  longestReturn: number
  /** Until a worker had done a job that was asked for then, in ms. */
  longestJob: number
  problems: string[]
}

const DOWN_FOR = 1_500
/** Milliseconds: what has not happened by then never will. */
const PATIENCE = 60_000
/** Of one kind at one server, at the same time. */
const CLIENTS = 2

/** Stops the database of a site under load, and starts it again. */
export async function tortureDatabase(site: Site, outages: number): Promise<DatabaseReport> {
  const report: DatabaseReport = { outages, refused: 0, longestReturn: 0, longestJob: 0, problems: [] }
  const url = site.stacks[0]?.url ?? ''
  const headers = { authorization: `Bearer ${await openSession(url, ADMIN)}` }
  const kinds = await kindsOfRequests(site, headers)
  for (let outage = 0; outage < outages; outage++) {
    const stopping = new AbortController()
    const load = kinds.flatMap((kind) =>
      Array.from({ length: CLIENTS }, () => repeat(kind, stopping.signal, report)),
    )
    await delay(300)
    await site.database.stop()
    await delay(DOWN_FOR)
    for (const kind of kinds) await until(`${kind.name} is refused`, PATIENCE, () => kind.isDown)
    await site.database.start()
    const returns = kinds.map(answersAgain)
    report.longestReturn = Math.max(report.longestReturn, ...(await Promise.all(returns)))
    report.longestJob = Math.max(report.longestJob, await runJob(url, headers))
    stopping.abort()
    await Promise.all(load)
  }
  report.problems.push(...site.accidents())
  return report
}

interface Kind {
  name: string
  send(): Promise<Answer<unknown>>
  /** The last answer was a 503. */
  isDown: boolean
}

/** Reading, saving and asking for readiness, at every server. */
async function kindsOfRequests(site: Site, headers: Record<string, string>): Promise<Kind[]> {
  const kinds = site.stacks.map(async ({ url }, index): Promise<Kind[]> => {
    const draft = { title: `Storm ${index}`, content: [] }
    const { article } = await expectSuccess(
      call<{ article: Article }>(`${url}/admin/articles`, 'POST', draft, headers),
    )
    const path = `${url}/admin/articles/${article.id}`
    const save = () => call(path, 'PUT', { title: `Storm ${index} at ${performance.now()}` }, headers)
    const read = () => call(path, 'GET', undefined, headers)
    return [
      { name: `reading at ${url}`, send: read, isDown: false },
      { name: `saving at ${url}`, send: save, isDown: false },
      { name: `readiness of ${url}`, send: () => call(`${url}/readyz`, 'GET'), isDown: false },
    ]
  })
  return (await Promise.all(kinds)).flat()
}

async function repeat(kind: Kind, signal: AbortSignal, report: DatabaseReport) {
  while (!signal.aborted) {
    const { status, headers } = await kind.send()
    kind.isDown = status === 503
    if (kind.isDown) report.refused++
    const isRight = status === 200 || (kind.isDown && headers.has('retry-after'))
    if (!isRight) report.problems.push(`${kind.name} was answered with ${status}`)
    await delay(20)
  }
}

/** @returns milliseconds until it does */
const answersAgain = ({ name, send }: Kind): Promise<number> =>
  until(`${name} works again`, PATIENCE, async () => (await send()).status === 200)
