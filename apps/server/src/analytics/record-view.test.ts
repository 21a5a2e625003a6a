import type { recordView as endpoint, Input } from '@nightdesk/contracts'
import { dashboardStats, rebuildViews, recountableDays } from '@nightdesk/db'
import { NOON } from '@nightdesk/db/testing'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { createMinuteLimiter } from '../http/limits.ts'
import {
  as,
  bearer,
  contextOf,
  createArticle,
  createPublished,
  createUser,
  db,
  pool,
  signIn,
  testApp,
} from '../testing.ts'
import { recordView } from './analytics.ts'
import { createViewRecorder } from './view-recorder.ts'

const editor = await createUser()
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const session_id = 'abcdefgh-0001'

/** Opens articles as one reader. */
const reader = (overrides: Partial<Context> = {}) => {
  const ctx = contextOf(null, { user_agent: firefox, ...overrides })
  return { view: (input: Input<typeof endpoint>) => recordView(ctx, input) }
}

const viewsOf = (id: number) => db.selectFrom('views').selectAll().where('article_id', '=', id).execute()

/** Attempts that were not counted, by their outcome. */
async function outcomes(): Promise<Record<string, number>> {
  const rows = await db.selectFrom('uncounted_views').select(['reason', 'attempts']).execute()
  return Object.fromEntries(rows.map(({ reason, attempts }) => [reason, attempts]))
}

describe('a view', () => {
  test('is counted with a hash, an origin and a browser family, and nothing personal', async () => {
    const { id, version_id } = await createPublished(editor)
    const referrer = 'https://news.example/story?reader=ada'

    const result = await reader().view({ id, session_id, version_id, referrer })

    expect(result).toEqual({ success: true, counted: true, reason: null })
    const [view] = await viewsOf(id)
    expect(view).toMatchObject({ version_id, referrer: 'https://news.example', user_agent_family: 'Firefox' })
    expect(view?.visitor_hash).toHaveLength(16)
  })

  test('is counted without an origin that no database would hold', async () => {
    const { id } = await createPublished(editor)
    const host = String.fromCodePoint(
      ...Array.from({ length: 2_000 }, (_, at) => 0x4e00 + ((at * 7_919) % 20_000)),
    )

    const result = await reader().view({ id, session_id, referrer: `https://${host}` })

    expect(result).toMatchObject({ counted: true })
    expect(await viewsOf(id)).toMatchObject([{ referrer: null }])
  })

  test.each([
    ['bot', { user_agent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' }],
    ['bot', { user_agent: '' }],
    ['prefetch', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
    ['prefetch', { headers: { purpose: 'prefetch' } }],
    ['opted_out', { headers: { 'sec-gpc': '1' } }],
    ['opted_out', { headers: { dnt: '1' }, user_agent: 'Googlebot/2.1' }],
    ['limited', { view_limiter: { allows: () => false } }],
  ] as const)('is not counted for the reason %s, and the reason is', async (reason, overrides) => {
    const { id } = await createPublished(editor)
    const before = await outcomes()

    const result = await reader(overrides).view({ id, session_id })

    expect(result).toEqual({ success: true, counted: false, reason })
    expect(await viewsOf(id)).toEqual([])
    expect(await outcomes()).toEqual({ ...before, [reason]: (before[reason] ?? 0) + 1 })
  })

  test('beyond the limit of a network is not counted', async () => {
    const { id } = await createPublished(editor)
    const { view } = reader({ view_limiter: createMinuteLimiter(2, () => 0) })

    const results = [
      await view({ id, session_id }),
      await view({ id, session_id }),
      await view({ id, session_id }),
    ]

    expect(results.map(({ reason }) => reason)).toEqual([null, null, 'limited'])
  })

  test.each(['counted', 'left out'])('of an unpublished or missing article is 404 (%s)', async (how) => {
    const { id } = await createArticle(editor)
    const { view } = reader(how === 'counted' ? {} : { user_agent: '' })
    const before = await outcomes()

    for (const missing of [id, 999_999])
      await expect(view({ id: missing, session_id })).rejects.toMatchObject({ code: 'NOT_FOUND' })

    expect(await viewsOf(id)).toEqual([])
    expect(await outcomes()).toEqual({ ...before, unknown_article: (before.unknown_article ?? 0) + 2 })
  })

  test.each([
    ['somebody who is signed in', true],
    ['somebody whose token is none', false],
    ['a reader', false],
  ])('by %s has the staff mark %s', async (who, staff) => {
    const { id } = await createPublished(editor)
    const app = await testApp()
    const token = who.startsWith('a ')
      ? {}
      : bearer(staff ? await signIn(editor) : { token: 'no.such.token' })

    const answer = await app.inject({
      method: 'POST',
      url: `/api/articles/${id}/view`,
      payload: { session_id },
      headers: { 'user-agent': firefox, ...token },
    })

    expect(answer.json()).toEqual({ success: true, counted: true, reason: null })
    expect(await viewsOf(id)).toMatchObject([{ staff, device: 'Desktop' }])
  })

  test('with a version of another article is counted without the version', async () => {
    const [mine, other] = [await createPublished(editor), await createPublished(editor)]

    await reader().view({ id: mine.id, session_id, version_id: other.version_id })

    expect(await viewsOf(mine.id)).toMatchObject([{ version_id: null }])
  })

  test('does not change the date of the last change', async () => {
    const before = await createPublished(editor)

    await reader().view({ id: before.id, session_id })

    expect((await as(null).published.get({ id: before.id })).date_updated).toBe(before.date_updated)
  })

  test('over HTTP uses the User-Agent header, not the body', async () => {
    const { id } = await createPublished(editor)
    const app = await testApp()
    const payload = { session_id, user_agent: 'Googlebot/2.1', referrer: null, version_id: null }
    const url = `/api/articles/${id}/view`

    const answer = await app.inject({ method: 'POST', url, payload, headers: { 'user-agent': firefox } })

    expect(answer.json()).toEqual({ success: true, counted: true, reason: null })
  })
})

describe('many views of many readers at once, through two servers', () => {
  beforeAll(async () => {
    const articles = await Promise.all(Array.from({ length: 3 }, () => createPublished(editor)))
    const view_limiter = createMinuteLimiter(0)
    const servers = [
      reader({ view_limiter }),
      reader({ view_limiter, views: createViewRecorder({ pool, isPooled: true }, NOON) }),
    ]
    const attempts = Array.from({ length: 300 }, (_, index) => {
      const { id } = articles[index % 3]!
      return servers[index % 2]!.view({ id, session_id: `visitor-${index % 20}` })
    })
    await Promise.all(attempts)
  })

  test('give figures that equal a recount', async () => {
    const days = await recountableDays(db)
    if (!days) throw new Error('There are days to recount')

    const { views, differences } = await rebuildViews(db, days)

    expect(differences).toEqual({})
    expect(views).toBeGreaterThan(300)
    const { total_views, visitor_metrics } = await dashboardStats(db, NOON, null)
    expect([total_views.all_time, visitor_metrics.unique_visitors]).toEqual([views, 21])
  })

  test('leave no address and no session id in the database', async () => {
    const { rows } = await sql<{ row: string }>`
      select concat(views, encode(visitor_hash, 'escape')) as row from views
      union all select concat(visitors, encode(visitor_hash, 'escape')) from visitors`.execute(db)

    expect(rows.map(({ row }) => row).join()).not.toMatch(/192\.0\.2\.1|abcdefgh|visitor-/)
  })
})
