import { once } from 'node:events'
import { createServer } from 'node:net'
import { type Connection, connect } from '@nightdesk/db'
import { freePort } from '@nightdesk/storage/testing-port'
import { expect, onTestFinished, test } from 'vitest'
import { createViewRecorder } from './analytics/view-recorder.ts'
import { createApp } from './app.ts'
import { createLog } from './log.ts'
import { measureServer } from './measure-server.ts'
import { createPageStore } from './page-store/page-store.ts'
import { builtWeb } from './pages/web.ts'
import { createPublished, dependencies, pool, testApp } from './testing.ts'

const log = createLog('silent')
const close = async () => {}
const database: Connection = {
  db: dependencies.db,
  pool,
  isPooled: false,
  close,
  [Symbol.asyncDispose]: close,
}

/** A server that listens, and reads its metrics. */
async function startMeasured(connection = database) {
  const port = await freePort()
  const pages = createPageStore()
  const own = { ...dependencies, pages, views: createViewRecorder(database, 'UTC') }
  const settings = { METRICS_HOST: '127.0.0.1', METRICS_PORT: port }
  const metrics = await measureServer(own, { connection, settings, log })
  onTestFinished(() => metrics[Symbol.asyncDispose]())
  const { measureRequests } = metrics
  const app = await createApp({ dependencies: own, web: await builtWeb(), log, measureRequests })
  onTestFinished(() => app.close())
  const site = await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${port}/metrics`
  return { site, url, read: async () => (await fetch(url)).text() }
}

/** The value of a metric with these labels; undefined when it was not printed. */
function sampleOf(text: string, name: string, labels: Record<string, string | number> = {}) {
  const wanted = Object.entries({ ...labels, program: 'server' }).map(([key, value]) => `${key}="${value}"`)
  const [line] = text
    .split('\n')
    .filter((one) => one.startsWith(`${name}{`) && wanted.every((label) => one.includes(label)))
  return line && Number(line.split(' ').at(-1))
}

test('requests are counted by route and status, also those that the page store answers', async () => {
  const { id } = await createPublished()
  const { site, read } = await startMeasured()

  const tags: string[] = []
  for (const _ of [1, 2, 3]) tags.push((await fetch(`${site}/post/${id}`)).headers.get('etag') ?? '')
  await fetch(`${site}/post/${id}`, { headers: { 'if-none-match': tags[0]! } })
  await fetch(`${site}/post/${id}`, { method: 'HEAD' })

  const text = await read()
  const post = { method: 'GET', route: '/post/:id' }
  expect(sampleOf(text, 'nightdesk_http_requests_total', { ...post, status: 200 })).toBe(4)
  expect(sampleOf(text, 'nightdesk_http_requests_total', { ...post, status: 304 })).toBe(1)
  // The first, and HEAD: `fetch` closes its connection, and Fastify answers the last request of a connection.
  expect(sampleOf(text, 'nightdesk_http_request_duration_seconds_count', post)).toBe(2)
  expect(sampleOf(text, 'nightdesk_page_store_reads_total', { result: 'hit' })).toBe(4)
  expect(sampleOf(text, 'nightdesk_page_store_reads_total', { result: 'miss' })).toBe(1)
})

test('no address, method or tag that a client makes up becomes a label', async () => {
  const { site, read } = await startMeasured()

  await Promise.all([
    fetch(`${site}/made-up`),
    fetch(`${site}/made-up/%ff`),
    fetch(`${site}/tag/made-up`),
    fetch(`${site}/api/made-up`),
    fetch(`${site}/trpc/made-up`),
    fetch(`${site}/made-up`, { method: 'PROPFIND' }),
  ])

  const text = await read()
  expect(text).not.toContain('made-up')
  expect(text).not.toContain('PROPFIND')
  const unknown = { method: 'other', route: 'other', status: 404 }
  expect(sampleOf(text, 'nightdesk_http_requests_total', unknown)).toBeGreaterThan(0)
})

test('the size of each batch of views is measured', async () => {
  const { id } = await createPublished()
  const { site, read } = await startMeasured()

  await fetch(`${site}/api/articles/${id}/view`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session_id: 'abcdefgh' }),
  })

  expect(sampleOf(await read(), 'nightdesk_view_batch_size_sum')).toBe(1)
})

test('the event loop, the connections and the queue are measured', async () => {
  const text = await (await startMeasured()).read()

  expect(sampleOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
  expect(sampleOf(text, 'nightdesk_database_connections')).toBeGreaterThan(0)
  expect(sampleOf(text, 'nightdesk_database_waiting_requests')).toBe(0)
  expect(sampleOf(text, 'nightdesk_queue_waiting_jobs')).toBeGreaterThanOrEqual(0)
})

test('while the database is away, everything else is measured', async () => {
  const away = connect('postgresql://nobody@127.0.0.1:1/nothing')
  onTestFinished(away.close)

  const text = await (await startMeasured(away)).read()

  expect(sampleOf(text, 'nightdesk_queue_waiting_jobs')).toBeNaN()
  expect(sampleOf(text, 'nightdesk_queue_oldest_job_age_seconds')).toBeNaN()
  expect(sampleOf(text, 'nightdesk_database_connections')).toBe(0)
})

test('only /metrics is served, and only to be read', async () => {
  const { url } = await startMeasured()

  const answers = [await fetch(url), await fetch(new URL('/', url)), await fetch(url, { method: 'POST' })]

  expect(answers.map(({ status }) => status)).toEqual([200, 404, 405])
  expect(answers[0]?.headers.get('content-type')).toContain('text/plain; version=0.0.4')
})

test('the site itself serves no metrics', async () => {
  expect((await (await testApp()).inject('/metrics')).statusCode).toBe(404)
})

test('a port that is taken is a problem of the settings', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as { port: number } // it listens on a port
  const settings = { METRICS_HOST: '127.0.0.1', METRICS_PORT: port }

  await expect(measureServer(dependencies, { connection: database, settings, log })).rejects.toThrow(
    'Set METRICS_PORT to another port.',
  )
})
