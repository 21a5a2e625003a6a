import { analyticsSummary } from '@nightdesk/contracts'
import { createPublishedArticle, passDays, recordViews } from '@nightdesk/db/testing'
import { expect, test } from 'vitest'
import { ago, ctx, DAY, db } from '../testing.ts'
import { summariseAnalytics } from './maintenance.ts'

test('a site without views has a summary of zeros', async () => {
  await summariseAnalytics(ctx, { requested_by: null })

  const [summary] = await summaries()
  expect(summary?.page_views).toEqual({
    total_views: { today: 0, last_7_days: 0, last_30_days: 0, all_time: 0 },
    page_stats: [],
  })
  expect(summary?.visitor_metrics).toEqual({ unique_visitors: 0, return_visitors: 0, return_rate: 0 })
})

test('the summary counts views by window, visitors once, and orders articles by their views', async () => {
  const { id: lamp } = await createPublishedArticle(db, 'The Lamp')
  const { id: tide } = await createPublishedArticle(db, 'The Tide')
  await recordViews(db, Array(9).fill({ article_id: lamp, visitor: 1 }))
  await passDays(db, 20)
  await recordViews(db, Array(4).fill({ article_id: tide, visitor: 1 }))
  await passDays(db, 6)
  await recordViews(db, Array(7).fill({ article_id: tide, visitor: 2 }))
  await passDays(db, 4)
  await recordViews(db, [{ article_id: tide, visitor: 3 }])

  await summariseAnalytics(ctx, {})

  const [summary] = await summaries()
  expect(summary).toMatchObject({
    page_views: {
      total_views: { today: 1, last_7_days: 8, last_30_days: 12, all_time: 21 },
      page_stats: [
        { page_path: `/post/${tide}`, total_views: 12, unique_views: 3 },
        { page_path: `/post/${lamp}`, total_views: 9, unique_views: 1 },
      ],
    },
    visitor_metrics: { unique_visitors: 3, return_visitors: 1, return_rate: 33.3 },
    popular_articles: [
      { id: tide, title: 'The Tide', views: 12 },
      { id: lamp, title: 'The Lamp', views: 9 },
    ],
  })
})

test('the windows before the periods are counted in advance', async () => {
  const windows = await db
    .selectFrom('closed_windows')
    .where('last_day', '>=', ago(30 * DAY).slice(0, 10))
    .select('visitors')
    .orderBy('first_day')
    .execute()

  // Thirty days, seven days and one day.
  expect(windows.map(({ visitors }) => visitors)).toEqual([1, 1, 0])
})

test('a day begins at midnight in the time zone of the site', async () => {
  const { id } = await createPublishedArticle(db, 'Far East')
  // Kiritimati is 26 hours ahead of the other zone: their days are never the same.
  await recordViews(db, Array(7).fill({ article_id: id, visitor: 4 }), 'Etc/GMT+12')

  await summariseAnalytics({ ...ctx, settings: { ...ctx.settings, SITE_TIMEZONE: 'Pacific/Kiritimati' } }, {})

  const [summary] = await summaries()
  expect(summary?.page_views.total_views.today).toBeLessThan(7)
  expect(summary?.page_views.total_views.last_7_days).toBeGreaterThanOrEqual(7)
})

test('a summary replaces the one before', async () => {
  const before = await summaries()

  await summariseAnalytics(ctx, {})

  const [summary, ...others] = await summaries()
  expect([before.length, others]).toEqual([1, []])
  expect(summary?.generated_at).not.toBe(before[0]?.generated_at)
})

/** Parsed by the contract, newest first. */
async function summaries() {
  const rows = await db.selectFrom('analytics_summaries').select('data').orderBy('id', 'desc').execute()
  return rows.map(({ data }) => analyticsSummary.parse(data))
}
