import { setTimeout as delay } from 'node:timers/promises'
import { type Answer, call, type Session, save, signIn } from '../api.ts'
import { until } from '../until.ts'
import type { Site } from './outside.ts'
import { runJob } from './tour.ts'

interface DatabaseReport {
  /** Answers with status 503. */
  refused: number
  /** Milliseconds from the return of the database to the first 200 of the slowest kind of request. */
  longestReturn: number
  /** Milliseconds from the return of the database until a worker had done a new job. */
  longestJob: number
  problems: string[]
}

const DOWN_FOR = 1_500
/** Milliseconds after which a recovery has failed. */
const RECOVERY_LIMIT = 60_000
/** Concurrent clients for each kind of request and server. */
const CLIENTS = 2

/** Stops the database of a site under load, and restarts it. */
export async function tortureDatabase(site: Site, outages: number): Promise<DatabaseReport> {
  const report: DatabaseReport = { refused: 0, longestReturn: 0, longestJob: 0, problems: [] }
  const session = await signIn(site.stacks[0]?.url ?? '')
  const kinds = await kindsOfRequests(site, session)
  for (let outage = 0; outage < outages; outage++) {
    const stopping = new AbortController()
    const load = kinds.flatMap((kind) =>
      Array.from({ length: CLIENTS }, () => repeat(kind, stopping.signal, report)),
    )
    await delay(300)
    await site.database.stop()
    await delay(DOWN_FOR)
    for (const kind of kinds) await until(`${kind.name} is refused`, RECOVERY_LIMIT, () => kind.isDown)
    await site.database.start()
    const returns = kinds.map(untilAnswered)
    report.longestReturn = Math.max(report.longestReturn, ...(await Promise.all(returns)))
    report.longestJob = Math.max(report.longestJob, await runJob(session.client))
    stopping.abort()
    await Promise.all(load)
  }
  report.problems.push(...site.accidents())
  return report
}

interface Kind {
  name: string
  send(): Promise<Answer<unknown>>
  /** Whether the last answer was a 503. */
  isDown: boolean
}

/** Reads, saves and readiness checks at every server. */
async function kindsOfRequests(site: Site, session: Session): Promise<Kind[]> {
  const kinds = site.stacks.map(async ({ url }, index): Promise<Kind[]> => {
    const here = { ...session, url }
    const { id } = await session.client.articles.create.mutate({ title: `Storm ${index}`, content: [] })
    const read = () => call(`${url}/admin/articles/${id}`, 'GET', undefined, session.headers)
    const write = () => save(here, id, { title: `Storm ${index} at ${performance.now()}` })
    return [
      { name: `reading at ${url}`, send: read, isDown: false },
      { name: `saving at ${url}`, send: write, isDown: false },
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

/** @returns milliseconds until a request succeeds */
const untilAnswered = ({ name, send }: Kind): Promise<number> =>
  until(`${name} works again`, RECOVERY_LIMIT, async () => (await send()).status === 200)
