import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { explain, httpUrl } from '@nightdesk/config'
import { connect } from '@nightdesk/db'
import type { Env } from '../env.ts'

/**
 * Checks that the address of the site and those of the metrics are free. Otherwise another program that listens there would
 * answer the readiness requests, or share the port.
 * @throws when one is taken
 */
export async function checkAddresses(env: Env, processes: number): Promise<void> {
  const { HOST, PORT, METRICS_HOST, METRICS_PORT } = env
  await checkAddress(HOST, PORT, 'PORT or HOST')
  if (METRICS_PORT === undefined) return
  for (let index = 0; index < processes; index++)
    await checkAddress(METRICS_HOST, METRICS_PORT + index, 'METRICS_PORT or METRICS_HOST')
}

async function checkAddress(host: string, port: number, settings: string): Promise<void> {
  try {
    await using listener = createServer().listen(port, host)
    await once(listener, 'listening')
  } catch (cause) {
    throw new Error(`${httpUrl(host, port)} is not free, set ${settings} to another`, { cause })
  }
}

const PAUSE = 50

/**
 * Polls the server until it is ready.
 * @throws the reason of the signal if that is aborted first
 */
export async function waitUntilReady(env: Env, signal?: AbortSignal): Promise<void> {
  // Until the server listens and answers, there are errors.
  const isReady = async () => (await statusOf(env, '/readyz', 2_000).catch(() => null)) === 200
  while (!(await isReady())) await sleep(PAUSE, undefined, { signal })
}

/** Milliseconds until a server must be ready after an upgrade. */
const START_LIMIT = 120_000

/**
 * Tests a site after an upgrade, as soon as it is ready, and prints the way back when something is wrong. The site goes on
 * running: only a person can say whether going back is better.
 */
export async function testUpgrade(env: Env, url: string, wayBack: string): Promise<void> {
  const problems = await findProblems(env, url).catch((error) => [explain(error)])
  if (problems.length === 0)
    console.log('The upgrade is tested: home, a story and sign-in answer as they should')
  else console.error(`The upgrade went wrong: ${problems.join('; ')}.\n${wayBack}`)
}

async function findProblems(env: Env, url: string): Promise<string[]> {
  await waitUntilReady(env, AbortSignal.timeout(START_LIMIT)).catch(() => {
    throw new Error(`no server is ready after ${START_LIMIT / 1000} seconds`)
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
    const status = await statusOf(env, path, 10_000, body)
    if (status !== expected) problems.push(`${path} answered ${status}, not ${expected}`)
  }
  return problems
}

/** An account that does not exist. */
const NOBODY = { username: 'nobody@nightdesk.invalid', password: 'not a password of anybody' }

async function publishedStory(url: string): Promise<number | undefined> {
  await using connection = connect(url, { max: 1 })
  const story = connection.db.selectFrom('stories').select('id').where('state', '=', 'published').limit(1)
  return (await story.executeTakeFirst())?.id
}

/** The status of an answer of the server. With a body, the request is a POST. @param limit in milliseconds */
async function statusOf({ HOST, PORT }: Env, path: string, limit: number, body?: object) {
  // A server can listen on the wildcard addresses, but a client cannot call them.
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[HOST] ?? HOST
  const url = httpUrl(host, PORT) + path
  const sent = request(url, {
    method: body ? 'POST' : 'GET',
    headers: body ? { 'content-type': 'application/json' } : {},
    timeout: limit,
  })
  sent.on('timeout', () => sent.destroy(new Error(`${url} did not answer in ${limit / 1000} seconds`)))
  sent.end(body && JSON.stringify(body))
  const [response] = await once(sent, 'response')
  response.resume()
  return response.statusCode as number | undefined // of an IncomingMessage
}
