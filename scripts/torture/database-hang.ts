import { setTimeout as delay } from 'node:timers/promises'
import { type Session, signIn } from '../api.ts'
import { until } from '../until.ts'
import type { Site } from './outside.ts'
import { runJob } from './tour.ts'

interface HangReport {
  /** Answers with status 503. */
  refused: number
  /** Milliseconds from the request, or from the hang if later, to the answer. */
  longestAnswer: number
  /** Milliseconds from the end of the hang until all requests succeed again. */
  longestReturn: number
  problems: string[]
}

interface TestRequest {
  name: string
  url: string
  init?: RequestInit
  /** Needs the database for any answer other than 503. */
  isBound: boolean
}

/** Milliseconds after which a recovery has failed. */
const RECOVERY_LIMIT = 60_000
/** Rounds of requests during a hang. */
const ROUNDS = 2

/** Freezes all processes of the database of a site under load, and resumes them. */
export async function tortureHangs(site: Site, hangs: number): Promise<HangReport> {
  const report: HangReport = { refused: 0, longestAnswer: 0, longestReturn: 0, problems: [] }
  const session = await signIn(site.stacks[0]?.url ?? '')
  const requests = (await Promise.all(site.stacks.map(({ url }) => requestsOf(url, session)))).flat()
  for (let hang = 0; hang < hangs; hang++) {
    const stopping = new AbortController()
    const load = requests.filter(({ isBound }) => isBound).map((request) => repeat(request, stopping.signal))
    await delay(300)
    const resume = await site.database.freeze()
    const frozen = performance.now()
    stopping.abort()
    await Promise.all(load)
    report.longestAnswer = Math.max(report.longestAnswer, performance.now() - frozen)
    for (let round = 0; round < ROUNDS; round++)
      await Promise.all(requests.map((request) => sendDuringHang(request, report)))
    resume()
    const back = requests.map((request) =>
      until(`${request.name} works again`, RECOVERY_LIMIT, () => isAnswered(request)),
    )
    report.longestReturn = Math.max(report.longestReturn, ...(await Promise.all(back)))
    await runJob(session.client)
  }
  report.problems.push(...site.accidents())
  return report
}

/** Public pages, admin pages, REST and tRPC calls at one server. */
async function requestsOf(url: string, { client, headers }: Session): Promise<TestRequest[]> {
  const { id } = await client.articles.create.mutate({ title: 'Frozen', content: [] })
  const page = { headers: { accept: 'text/html' } }
  const signedIn = { headers }
  const save = {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Frozen again' }),
  }
  const batch = 'batch=1&input=%7B%220%22%3A%7B%7D%7D'
  const requests: [path: string, init: RequestInit | undefined, isBound: boolean][] = [
    ['/', page, false],
    ['/post/999999', page, false],
    ['/admin/users', page, false],
    ['/admin/settings', page, false],
    ['/api/articles', undefined, false],
    ['/admin/users', signedIn, true],
    ['/admin/system/status', signedIn, true],
    ['/admin/system/disk-space', signedIn, true],
    [`/admin/articles/${id}`, save, true],
    [`/trpc/users.list?${batch}`, signedIn, true],
    [`/trpc/system.status?${batch}`, signedIn, true],
    ['/readyz', undefined, true],
  ]
  return requests.map(([path, init, isBound]) => ({
    name: `${init?.method ?? 'GET'} ${path} (${init === page ? 'page' : 'call'}) at ${url}`,
    url: `${url}${path}`,
    init,
    isBound,
  }))
}

async function sendDuringHang({ name, url, init, isBound }: TestRequest, report: HangReport): Promise<void> {
  const asked = performance.now()
  const { status, headers } = await send(url, init)
  report.longestAnswer = Math.max(report.longestAnswer, performance.now() - asked)
  if (status === 503) report.refused++
  const isRight = status === 503 ? headers.has('retry-after') : !isBound && status < 500
  if (!isRight) report.problems.push(`${name} was answered with ${status} while the database hung`)
}

const isAnswered = async ({ url, init }: TestRequest) => (await send(url, init)).status < 500

/** Sends a request without a timeout, as the caller checks its duration. */
async function send(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  await response.arrayBuffer()
  return response
}

async function repeat({ url, init }: TestRequest, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await send(url, init)
}
