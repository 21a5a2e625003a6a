import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  contextOf,
  createArticle,
  createCaller,
  createPublished,
  createUser,
  db,
  testApp,
} from '../testing.ts'
import { cacheHeadersFor, createPageStore } from './page-store.ts'

const BRIEFLY = 'public, max-age=0, s-maxage=30, stale-while-revalidate=60'
const UNTIL_PURGED = 'public, max-age=0, s-maxage=86400, stale-while-revalidate=3600'

const { id } = await createPublished()
const article = `article:${id}`
const tagged: [string, string[]][] = [
  ['/', ['lists', 'everything']],
  [`/post/${id}`, [article, 'lists', 'everything']],
  ['/privacy', ['lists', 'everything']],
  ['/robots.txt', ['everything']],
  ['/rss.xml', ['lists', 'everything']],
  ['/sitemap.xml', ['lists', 'everything']],
  [`/api/articles/${id}`, [article, 'everything']],
  [`/post/${id}.epub`, [article, 'everything']],
]

/** Sends requests as a CDN does. */
async function startServer(overrides: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp(overrides)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // it listens on a port
  return async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    await answer.clone().arrayBuffer()
    return answer
  }
}

/** The tags of the purges that were queued since the last call. */
async function purged(): Promise<string[][]> {
  const { rows } = await sql<{ tags: string[] }>`
    select payload as tags from graphile_worker._private_jobs where key like 'purge-cdn%'`.execute(db)
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  return rows.map(({ tags }) => tags)
}

describe('behind a CDN', () => {
  let get: Awaited<ReturnType<typeof startServer>>
  beforeAll(async () => {
    get = await startServer({
      has_cdn: true,
      pages: createPageStore({ cacheHeaders: cacheHeadersFor(true) }),
    })
  })

  test.each(tagged)('%s names what it shows, also ahead of Fastify and unchanged', async (path, tags) => {
    const first = await get(path)
    const again = await get(path)
    const unchanged = await get(path, { 'if-none-match': '*' })

    expect([first.status, again.status, unchanged.status]).toEqual([200, 200, 304])
    for (const { headers } of [first, again, unchanged]) {
      expect(headers.get('surrogate-key')).toBe(tags.join(' '))
      expect(headers.get('cache-tag')).toBe(tags.join(','))
      expect(headers.get('cache-control')).toBe(UNTIL_PURGED)
    }
  })

  test('a card names its article, and browsers keep it', async () => {
    const page = await get(`/post/${id}`)
    const card = /\/cards\/[\d-]+\.png/.exec(await page.text())?.[0] ?? ''

    const { status, headers } = await get(card)

    expect(status).toBe(200)
    expect(headers.get('surrogate-key')).toBe(`${article} everything`)
    expect(headers.get('cache-tag')).toBe(`${article},everything`)
    expect(headers.get('cache-control')).toBe('public, max-age=86400')
  })

  test('a missing article names what would bring it', async () => {
    const { id: draft } = await createArticle()

    const { status, headers } = await get(`/post/${draft}`)

    expect(status).toBe(404)
    expect(headers.get('surrogate-key')).toBe(`article:${draft} lists everything`)
    expect(headers.get('cache-tag')).toBe(`article:${draft},lists,everything`)
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=30')
  })

  test.each(['/nowhere', '/search?q=ferry', '/api/articles/999999999'])('%s is not cached', async (path) => {
    const { headers } = await get(path)

    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.has('surrogate-key')).toBe(false)
  })

  test('what readers see of a story queues a purge when it changes, and a draft never', async () => {
    const ada = await createUser()
    const { articles, bulk } = createCaller(contextOf(ada, { has_cdn: true }))
    const { id } = await createArticle(ada)
    const tags = ['lists', `article:${id}`]

    await articles.update({ id, title: 'The Night Ferry', tags: ['sea'] })
    await bulk.change({ articles: [{ id }], change: 'add_tag', tag: 'night' })
    expect(await purged()).toEqual([])

    await articles.publish({ id })
    expect(await purged()).toEqual([tags, tags])
    await articles.update({ id, title: 'The Last Ferry' })
    expect(await purged()).toEqual([tags, tags])
    await articles.unpublish({ id })
    expect(await purged()).toEqual([tags, tags])

    await articles.delete({ id })
    expect(await purged()).toEqual([])
  })
})

test.each(tagged)('without a CDN, %s has no tags and is cached briefly', async (path) => {
  const app = await testApp()

  const { headers } = await app.inject(path)

  expect(headers['cache-control']).toBe(BRIEFLY)
  expect(headers).not.toHaveProperty('surrogate-key')
  expect(headers).not.toHaveProperty('cache-tag')
})
