import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Env } from '../env.ts'
import { explain } from '../explain.ts'
import { serverUrl, waitUntilReady } from '../supervisor/ready.ts'

/** Milliseconds until a server must be ready after an upgrade. */
const START_LIMIT = 120_000
const ANSWER_LIMIT = 10_000

/**
 * Tests a site after an upgrade, as soon as it is ready, and prints the way back when something is wrong. The site goes on
 * running: only a person can say whether going back is better.
 */
export function testUpgrade(env: Env, database: { direct_url: string }, wayBack: string): Disposable {
  const stopping = new AbortController()
  const report = (problems: string[]) => {
    if (problems.length === 0)
      console.log('The upgrade is tested: home, a story and sign-in answer as they should')
    else console.error(`The upgrade went wrong: ${problems.join('; ')}.\n${wayBack}`)
  }
  findProblems(env, database.direct_url, stopping.signal).then(report, (error) => {
    if (!stopping.signal.aborted) report([explain(error)])
  })
  return { [Symbol.dispose]: () => stopping.abort() }
}

async function findProblems(env: Env, url: string, stopping: AbortSignal): Promise<string[]> {
  const limit = AbortSignal.timeout(START_LIMIT)
  await waitUntilReady(env, AbortSignal.any([stopping, limit])).catch((error) => {
    if (limit.aborted) throw new Error(`no server is ready after ${START_LIMIT / 1000} seconds`)
    throw error
  })
  const story = await publishedStory(url)
  const attempts: [path: string, expected: number, body?: object][] = [
    ['/readyz', 200],
    ['/', 200],
    ...(story === undefined ? [] : [[`/post/${story}`, 200] as [string, number]]),
    ['/admin/login', 401, NOBODY],
  ]
  const problems: string[] = []
  for (const [path, expected, body] of attempts) {
    const status = await statusOf(serverUrl(env) + path, body)
    if (status !== expected) problems.push(`${path} answered ${status}, not ${expected}`)
  }
  return problems
}

/** An account that does not exist. */
const NOBODY = { username: 'nobody@nightdesk.invalid', password: 'not a password of anybody' }

async function publishedStory(url: string): Promise<number | undefined> {
  const { connect } = await import('@nightdesk/db')
  const { db, close } = connect(url, { max: 1 })
  const story = db.selectFrom('articles').select('id').where('state', '=', 'published').limit(1)
  const found = await story.executeTakeFirst().finally(close)
  return found?.id
}

/** Uses `node:http`: `fetch` would take 15 MB of this long-lived process. With a body, it is a POST. */
async function statusOf(url: string, body?: object): Promise<number | undefined> {
  const sent = request(url, {
    method: body ? 'POST' : 'GET',
    headers: body ? { 'content-type': 'application/json' } : {},
    timeout: ANSWER_LIMIT,
  })
  sent.on('timeout', () => sent.destroy(new Error(`${url} did not answer in ${ANSWER_LIMIT / 1000} seconds`)))
  sent.end(body && JSON.stringify(body))
  const [response] = await once(sent, 'response')
  await text(response)
  return response.statusCode
}
