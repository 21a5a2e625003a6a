import type { JobPayload } from '@nightdesk/contracts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { LinkResult } from '../download/check-link.ts'
import { ago, createArticle, createUser, ctx, DAY, db, HOUR } from '../testing.ts'
import { checkLinks } from './check-links.ts'

const WORKS: LinkResult = { outcome: 'works', status: 200, location: null }
const FAILED: LinkResult = { outcome: 'failed', status: 404, location: null }
const UNANSWERED: LinkResult = { outcome: 'failed', status: null, location: null }

beforeEach(async () => {
  await db.deleteFrom('articles').execute()
  await db.deleteFrom('link_checks').execute()
})

/** An article with these links. @returns its id */
async function createLinking(urls: readonly string[], isPublished = true): Promise<number> {
  const id = await createArticle('Links')
  const children = urls.map((url) => ({ type: 'link', url, children: [{ text: 'a link' }] }))
  await db
    .updateTable('article_versions')
    .set({ content: JSON.stringify([{ type: 'paragraph', children }]) })
    .where('article_id', '=', id)
    .execute()
  const published = { state: 'published', published_version_id: sql<number>`current_version_id` } as const
  await db
    .updateTable('articles')
    .set({
      current_version_id: sql<number>`current_version_id`,
      ...(isPublished && { ...published, date_published: ago(0) }),
    })
    .where('id', '=', id)
    .execute()
  return id
}

/** Runs the job. @returns the links that it asked for */
async function run(
  result: LinkResult | ((url: string) => LinkResult) = WORKS,
  payload: JobPayload<'check-links'> = {},
): Promise<string[]> {
  const asked: string[] = []
  const checkLink = async (url: string) => {
    asked.push(url)
    return typeof result === 'function' ? result(url) : result
  }
  await checkLinks({ ...ctx, checkLink }, payload)
  return asked.sort()
}

const results = () => db.selectFrom('link_checks').selectAll().orderBy('url').execute()
const letPass = (seconds: number) =>
  db
    .updateTable('link_checks')
    .set({
      checked_at: sql`checked_at - make_interval(secs => ${seconds})`,
      failed_since: sql`failed_since - make_interval(secs => ${seconds})`,
    })
    .execute()

test('the links of published articles are checked once a week, each once', async () => {
  await createLinking(['https://a.example/#one', 'https://a.example/#two', '/post/1', 'mailto:a@b.example'])
  await createLinking(['https://a.example/'])
  await createLinking(['https://draft.example/'], false)

  expect(await run()).toEqual(['https://a.example/'])
  await letPass(6 * DAY)
  expect(await run()).toEqual([])
  await letPass(2 * DAY)
  expect(await run()).toEqual(['https://a.example/'])
})

test('a worker that is stopped asks no further link, and the next one goes on', async () => {
  await createLinking(['https://a.example/one', 'https://a.example/two'])
  const stopping = new AbortController()
  const asked: string[] = []
  const checkLink = async (url: string) => {
    asked.push(url)
    stopping.abort()
    return WORKS
  }

  await expect(checkLinks({ ...ctx, checkLink, stopping: stopping.signal }, {})).rejects.toThrow()

  expect(asked.length).toBe(1)
  expect([...asked, ...(await run())].sort()).toEqual(['https://a.example/one', 'https://a.example/two'])
})

test('a link that failed is checked again the next day, and keeps the day of its first failure', async () => {
  await createLinking(['https://gone.example/'])

  await run(FAILED)
  await letPass(2 * HOUR)
  expect(await run(FAILED)).toEqual([])
  await letPass(20 * HOUR)
  expect(await run(FAILED)).toEqual(['https://gone.example/'])

  const [result] = await results()
  expect(result).toMatchObject({ outcome: 'failed', status: 404 })
  expect(Date.parse(result?.checked_at ?? '') - Date.parse(result?.failed_since ?? '')).toBeGreaterThan(
    20 * HOUR * 1_000,
  )
  await letPass(8 * DAY)
  await run(WORKS)
  expect(await results()).toMatchObject([{ outcome: 'works', failed_since: null }])
})

test('failures while no site answers are no proof, as our own network may be down', async () => {
  await createLinking(['https://gone.example/', 'https://works.example/'])
  const answer = (url: string) => (url === 'https://gone.example/' ? UNANSWERED : WORKS)
  const failedFor = async () => {
    const [gone] = await results()
    return Date.parse(gone?.checked_at ?? '') - Date.parse(gone?.failed_since ?? '')
  }
  await run(answer)
  await letPass(21 * HOUR)
  expect(await run(UNANSWERED)).toEqual(['https://gone.example/', 'https://works.example/'])
  expect(await failedFor()).toBe(0)

  await letPass(21 * HOUR)
  // Only the link that failed is due. The other one answers again.
  expect(await run(answer)).toEqual(['https://gone.example/', 'https://works.example/'])
  expect(await failedFor()).toBeGreaterThan(20 * HOUR * 1_000)
})

test('those of one article are checked on request, at most once a minute', async () => {
  const id = await createLinking(['https://draft.example/'], false)

  expect(await run(WORKS, { article_id: id })).toEqual(['https://draft.example/'])
  expect(await run(WORKS, { article_id: id })).toEqual([])
})

test('those that a writer has not saved yet are checked on their request only', async () => {
  const article_id = await createLinking(['https://draft.example/'], false)
  const writer = await createUser()
  const link = { type: 'link', url: 'https://new.example/#part', children: [{ text: 'a link' }] }
  await db
    .insertInto('working_copies')
    .values({
      article_id,
      user_id: writer,
      revision: 1,
      base_version: 1,
      title: 'Links',
      excerpt: '',
      content: JSON.stringify([{ type: 'paragraph', children: [link] }]),
    })
    .execute()

  expect(await run(WORKS, { article_id })).toEqual(['https://draft.example/'])
  expect(await run(WORKS, { article_id, user_id: writer })).toEqual(['https://new.example/'])
})

test('one host is asked once a second, and others meanwhile', async () => {
  await createLinking(['https://a.example/1', 'https://a.example/2', 'https://b.example/'])
  const times = new Map<string, number>()

  await checkLinks(
    {
      ...ctx,
      async checkLink(url) {
        times.set(url, performance.now())
        return WORKS
      },
    },
    {},
  )

  const [one = 0, two = 0] = ['https://a.example/1', 'https://a.example/2'].map((url) => times.get(url))
  expect(Math.abs(two - one)).toBeGreaterThan(950)
  expect(times.size).toBe(3)
})

test('a run that was killed continues with the rest', async () => {
  await createLinking(['https://a.example/', 'https://b.example/'])
  const checkLink = async (url: string) => {
    if (url.startsWith('https://b')) throw new Error('killed')
    return WORKS
  }
  await expect(checkLinks({ ...ctx, checkLink }, {})).rejects.toThrow('killed')

  expect(await run()).toEqual(['https://b.example/'])
})
