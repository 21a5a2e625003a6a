import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { PageStore } from '../page-store/page-store.ts'
import {
  as,
  bearer,
  connection,
  createPublished,
  createUser,
  dependencies,
  paragraph,
  signIn,
  testApp,
} from '../testing.ts'

const editor = await createUser({ role: 'admin' })
const headers = bearer(await signIn(editor))
const { articles } = as(editor)

/** Records the keys that the store is asked for. */
const keys: string[] = []
const pages: PageStore = {
  ...dependencies.pages,
  get(key, ...rest) {
    keys.push(key)
    return dependencies.pages.get(key, ...rest)
  },
}
const app = await testApp({ pages })

const get = (url: string, sent: Record<string, string> = {}) => app.inject({ url, headers: sent })

async function keysOf(...urls: string[]) {
  keys.length = 0
  for (const url of urls) await get(url)
  return [...new Set(keys)]
}

describe('a public read', () => {
  test('shows the new text right after a save, and nothing right after unpublishing', async () => {
    const { id } = await createPublished(editor, [paragraph('Before.')])
    const urls = [`/api/articles/${id}`, '/api/articles', '/api/articles?limit=1']
    const bodies = () => Promise.all(urls.map(async (url) => (await get(url)).body))
    await bodies()

    await articles.update({ id, content: [paragraph('After.')] })
    const saved = await bodies()
    await articles.unpublish({ id })
    const gone = await bodies()

    for (const body of saved) expect(body).toContain('After.')
    for (const body of gone) expect(body).not.toContain('After.')
  })

  test('is 404 for a missing article, and found once it is published', async () => {
    const { id } = await articles.create({ title: 'A story', content: [] })
    const before = await get(`/api/articles/${id}`)
    await articles.publish({ id })

    const after = await get(`/api/articles/${id}`)

    expect([before.statusCode, before.json().code, after.statusCode]).toEqual([404, 'NOT_FOUND', 200])
  })

  test('is 304 for a client that has it already', async () => {
    const packed = { 'accept-encoding': 'br' }
    const first = await get('/api/articles', packed)

    const again = await get('/api/articles', { ...packed, 'if-none-match': String(first.headers.etag) })

    expect(first.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('is cached once for any unknown parameters', async () => {
    const { id } = await createPublished(editor)
    const urls = [`/api/articles/${id}`, `/api/articles/${id}?a=1`, `/api/articles/${id}?id=7&page=2`]

    expect(await keysOf(...urls)).toHaveLength(1)
    expect(await keysOf('/api/articles', '/api/articles?a=1', '/api/articles?state=draft')).toHaveLength(1)
  })

  test('with a search or a page number is not cached: anybody could fill the store with them', async () => {
    const pagesOfList = Array.from({ length: 5 }, (_, index) => `/api/articles?page=${index + 1}`)

    expect(await keysOf(...pagesOfList, '/api/articles?page=1&limit=1', '/api/articles?q=a')).toEqual([])
  })
})

describe('a private read', () => {
  test('is never cached', async () => {
    keys.length = 0
    const { statusCode } = await get('/admin/articles', headers)

    expect([statusCode, keys]).toEqual([200, []])
  })
})

describe('a successful answer', () => {
  const call = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    app.inject({ method, url, headers, payload })

  test('has the envelope of its endpoint', async () => {
    const created = await call('POST', '/admin/articles', { title: 'A', content: [] })
    const { id } = created.json().article
    const answers = [
      await call('PUT', `/admin/articles/${id}`, { title: 'B' }),
      await get(`/admin/articles/${id}`, headers),
      await get(`/admin/articles/${id}/versions`, headers),
      await call('POST', '/admin/worker/trigger-analytics'),
      await call('DELETE', `/admin/articles/${id}`),
    ]

    expect(created.statusCode).toBe(201)
    expect(answers.map((answer) => [answer.statusCode, answer.json()])).toMatchObject([
      [200, { article: { id, title: 'B' } }],
      [200, { id, title: 'B' }],
      [200, { success: true, data: [{ version_number: 2 }, { version_number: 1 }] }],
      [202, { success: true, data: { job_id: expect.any(String) } }],
      [200, { article: { id, state: 'deleted' } }],
    ])
  })

  test('of a call without output is empty', async () => {
    const own = bearer(await signIn(editor))

    const answer = await app.inject({ method: 'POST', url: '/admin/logout', headers: own })

    expect([answer.statusCode, answer.body]).toEqual([204, ''])
  })
})

test('a save is not given up while its text comes over a slow line', async () => {
  const server = await testApp()
  await server.listen({ port: 0 })
  const { port } = server.server.address() as AddressInfo // it listens on a port
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const text = JSON.stringify({ title: 'Slow', content: [] })
  const sent = httpRequest({
    ...{ port, method: 'POST', path: '/admin/articles' },
    headers: { ...headers, 'content-type': 'application/json', 'content-length': text.length },
  })
  const answer = once(sent, 'response').then(([response]) => response as IncomingMessage)
  sent.write(text.slice(0, 10))
  const { pool } = connection
  await vi.waitUntil(() => vi.getTimerCount() > 1 && pool.idleCount === pool.totalCount)

  vi.advanceTimersByTime(50_000)
  vi.useRealTimers()
  sent.end(text.slice(10))

  expect(await answer).toMatchObject({ statusCode: 201 })
})
