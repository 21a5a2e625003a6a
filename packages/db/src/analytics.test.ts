import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dashboardStats, summarise } from './analytics.ts'
import { createTestDb } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)

test('of nothing, every figure is zero', async () => {
  const stats = await dashboardStats(db, 'UTC')

  expect(stats).toEqual({
    total_views: { today: 0, all_time: 0 },
    visitor_metrics: { unique_visitors: 0, return_rate: 0 },
    popular_articles: [],
  })
})

async function addArticle(title: string) {
  await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('articles')
      .values({ author_id: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const version = {
      article_id: id,
      version_number: 1,
      state: 'draft',
      title,
      excerpt: '',
      content: '[]',
    } as const
    const { id: current_version_id } = await tx
      .insertInto('article_versions')
      .values({ ...version, content_hash: Buffer.alloc(32), word_count: 0, change_description: 'Created' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.updateTable('articles').set({ current_version_id }).where('id', '=', id).execute()
  })
}

const today = sql<string>`(now() at time zone 'UTC')::date`

const addViews = (article_id: number, daysAgo: number, views: number) =>
  db
    .insertInto('view_days')
    .values({ article_id, day: sql`${today} - ${daysAgo}::int`, views })
    .execute()

async function addVisitor(visitor_hash: Buffer, days: number) {
  await db.insertInto('visitors').values({ visitor_hash, first_day: today, last_day: today, days }).execute()
  await db.insertInto('article_visitors').values({ article_id: 1, visitor_hash }).execute()
}

describe('of two articles, one in the trash, and three visitors', () => {
  beforeAll(async () => {
    await db.insertInto('users').values({ username: 'a@b', full_name: 'Ada', role: 'admin' }).execute()
    for (const title of ['Read for long', 'Read today', 'Trash']) await addArticle(title)
    await sql`update articles set state = 'deleted', date_deleted = now() where id = 3`.execute(db)
    for (const [daysAgo, views] of [
      [0, 1],
      [1, 3],
      [6, 10],
      [7, 100],
      [29, 1000],
      [30, 10_000],
    ] as const)
      await addViews(1, daysAgo, views)
    await addViews(2, 0, 5)
    await addViews(3, 0, 7)
    for (const [index, days] of [1, 1, 2].entries()) await addVisitor(Buffer.alloc(16, index), days)
  })

  test('the dashboard shows today, everything, and the most read', async () => {
    expect(await dashboardStats(db, 'UTC')).toEqual({
      total_views: { today: 13, all_time: 11_126 },
      visitor_metrics: { unique_visitors: 3, return_rate: 33.3 },
      popular_articles: [
        { article_id: 1, title: 'Read for long', view_count: 11_114 },
        { article_id: 2, title: 'Read today', view_count: 5 },
      ],
    })
  })

  test('the summary counts back from today, and by page', async () => {
    const { generated_at, ...summary } = await summarise(db, 'UTC')

    expect(Math.abs(Date.parse(generated_at) - Date.now())).toBeLessThan(60_000)
    expect(summary).toEqual({
      page_views: {
        total_views: { today: 13, last_7_days: 26, last_30_days: 1126, all_time: 11_126 },
        page_stats: [
          { page_path: '/post/1', total_views: 11_114, unique_views: 3 },
          { page_path: '/post/3', total_views: 7, unique_views: 0 },
          { page_path: '/post/2', total_views: 5, unique_views: 0 },
        ],
      },
      visitor_metrics: { unique_visitors: 3, return_visitors: 1, return_rate: 33.3 },
      popular_articles: [
        { id: 1, title: 'Read for long', views: 11_114 },
        { id: 2, title: 'Read today', views: 5 },
      ],
    })
  })

  test('where a day begins is decided by the time zone', async () => {
    // Between them lie 26 hours: in one of the two it is another day than in UTC.
    const zones = ['Pacific/Kiritimati', 'Etc/GMT+12']

    const todays = await Promise.all(
      zones.map(async (zone) => (await dashboardStats(db, zone)).total_views.today),
    )

    expect(todays).not.toEqual([13, 13])
  })
})
