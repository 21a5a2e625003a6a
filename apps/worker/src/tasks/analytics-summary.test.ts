import { randomBytes } from 'node:crypto'
import { analyticsSummary } from '@nightdesk/contracts'
import { beforeEach, expect, test } from 'vitest'
import { ago, createArticle, ctx, DAY, db } from '../testing.ts'
import { summariseAnalytics } from './analytics-summary.ts'

beforeEach(async () => {
  await db.deleteFrom('articles').execute()
  await db.deleteFrom('visitors').execute()
  await db.deleteFrom('analytics_summaries').execute()
})

test('the summary counts views by window, visitors once, and orders articles by their views', async () => {
  const [lamp, tide] = [await createArticle('The Lamp'), await createArticle('The Tide')]
  await addViews(lamp, { today: 3, 6: 10, 29: 100, 400: 1_000 })
  await addViews(tide, { today: 2_000 })
  await addVisitor(lamp, 1)
  await addVisitor(lamp, 2)
  await addVisitor(lamp, 5)

  await summariseAnalytics(ctx, {})

  const [summary] = await summaries()
  expect(summary).toMatchObject({
    page_views: {
      total_views: { today: 2_003, last_7_days: 2_013, last_30_days: 2_113, all_time: 3_113 },
      page_stats: [
        { page_path: `/post/${tide}`, total_views: 2_000, unique_views: 0 },
        { page_path: `/post/${lamp}`, total_views: 1_113, unique_views: 3 },
      ],
    },
    visitor_metrics: { unique_visitors: 3, return_visitors: 2, return_rate: 66.7 },
    popular_articles: [
      { id: tide, title: 'The Tide', views: 2_000 },
      { id: lamp, title: 'The Lamp', views: 1_113 },
    ],
  })
})

test('a site that nobody has read has a summary of zeros', async () => {
  await summariseAnalytics(ctx, { requested_by: null })

  const [summary] = await summaries()
  expect(summary?.page_views).toEqual({
    total_views: { today: 0, last_7_days: 0, last_30_days: 0, all_time: 0 },
    page_stats: [],
  })
  expect(summary?.visitor_metrics).toEqual({ unique_visitors: 0, return_visitors: 0, return_rate: 0 })
})

test('a day begins where the site is', async () => {
  const article = await createArticle('The Lamp')
  // Kiritimati is 26 hours ahead of the far side of the date line: never the same day.
  await db
    .insertInto('view_days')
    .values({ article_id: article, day: today('Etc/GMT+12'), views: 7 })
    .execute()

  await summariseAnalytics({ ...ctx, timezone: 'Pacific/Kiritimati' }, {})

  const [summary] = await summaries()
  expect(summary?.page_views.total_views).toMatchObject({ today: 0, last_7_days: 7 })
})

test('a month of hourly summaries is kept, the newest', async () => {
  const month = 24 * 31
  const old = Array.from({ length: month }, () => ({ data: '{}', generated_at: ago(40 * DAY) }))
  await db.insertInto('analytics_summaries').values(old).execute()

  await summariseAnalytics(ctx, {})

  const kept = await db.selectFrom('analytics_summaries').select('data').orderBy('id', 'desc').execute()
  expect(kept).toHaveLength(month)
  expect(kept[0]?.data).toHaveProperty('page_views')
})

/** As the contract reads them. */
async function summaries() {
  const rows = await db.selectFrom('analytics_summaries').select('data').execute()
  return rows.map(({ data }) => analyticsSummary.parse(data))
}

/** Views by how many days ago they were. */
async function addViews(article_id: number, views: Record<string, number>) {
  const rows = Object.entries(views).map(([days, count]) => ({
    article_id,
    day: ago(days === 'today' ? 0 : Number(days) * DAY).slice(0, 10),
    views: count,
  }))
  await db.insertInto('view_days').values(rows).execute()
}

async function addVisitor(article_id: number, days: number) {
  const visitor_hash = randomBytes(16)
  const seen = { first_day: ago(30 * DAY).slice(0, 10), last_day: ago(0).slice(0, 10), days }
  await db
    .insertInto('visitors')
    .values({ visitor_hash, ...seen })
    .execute()
  await db.insertInto('article_visitors').values({ article_id, visitor_hash }).execute()
}

/** `YYYY-MM-DD` */
const today = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
