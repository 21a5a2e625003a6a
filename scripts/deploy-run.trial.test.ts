import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingS3Server } from '../packages/storage/src/testing-s3.ts'
import { signIn } from './api.ts'
import { type Arrangement, startArrangement } from './deploy/arrangement.ts'
import { missingPostgres } from './deploy/debian-postgres.ts'
import { missingPrograms } from './deploy/programs.ts'
import { tourSite } from './torture/tour.ts'

/** Milliseconds between two requests. */
const PACE = 100

const missing =
  missingPrograms({ caddy: 'caddy', psql: 'postgresql-client' }) ??
  (await missingPostgres()) ??
  (await missingS3Server())

describe.skipIf(missing)(missing ?? 'the services of the compose file, as processes', () => {
  let site: Arrangement
  beforeAll(async () => {
    site = await startArrangement()
  })
  afterAll(() => site?.[Symbol.asyncDispose]())

  test('are a whole site, by TLS, on two servers, a worker, a Postgres and a bucket', async () => {
    expect(await tourSite({ output: site.output(), url: site.url })).toEqual([])

    const { headers } = await fetch(site.url)
    expect(headers.get('strict-transport-security')).toContain('max-age=')
  })

  test('one server after another is replaced while people read and write, and no request is lost', async () => {
    const replacing = new AbortController()
    const load = sendSteadily(site.url, replacing.signal)

    const codes = [await site.replace('server-1'), await site.replace('server-2')]
    replacing.abort()

    const { answered, problems } = await load
    expect(problems).toEqual([])
    expect(codes).toEqual([0, 0])
    expect(answered).toBeGreaterThan(50)
  })

  test('without their database, servers themselves say so, and when to come back', async () => {
    const { headers } = await signIn(site.url)

    await site.stopDatabase()
    await expect.poll(async () => (await fetch(`${site.url}/readyz`)).status, { timeout: 30_000 }).toBe(503)

    const [page, articles] = [await fetch(site.url), await fetch(`${site.url}/admin/articles`, { headers })]
    expect([page.status, articles.status]).toEqual([503, 503])
    expect([page, articles].map((answer) => answer.headers.get('retry-after'))).toEqual(['2', '2'])
    expect(await page.text()).toContain('<!doctype html>')
  })
})

/** Reads pages and saves texts, at a constant rate, until it is told to stop. A busy server may ask to be called again. */
async function sendSteadily(url: string, signal: AbortSignal) {
  const session = await signIn(url)
  const problems: string[] = []
  const pending: Promise<void>[] = []
  let answered = 0
  const send = async (path: string, init: RequestInit = {}) => {
    const status = await fetch(url + path, init).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.headers.has('retry-after') ? 200 : answer.status
      },
      (error: Error) => String(error.cause ?? error),
    )
    if (status === 200 || status === 201) answered++
    else problems.push(`${init.method ?? 'GET'} ${path}: ${status}`)
  }
  const headers = { ...session.headers, 'content-type': 'application/json' }
  const write = () =>
    send('/admin/articles', { method: 'POST', headers, body: '{"title":"The Ferry","content":[]}' })
  while (!signal.aborted) {
    pending.push(send('/'), write())
    await delay(PACE)
  }
  await Promise.all(pending)
  return { answered, problems }
}
