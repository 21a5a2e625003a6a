import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { as, createUser, db } from '../testing.ts'

const { workers, analytics } = as(await createUser())

test('while an analytics job waits, asking again gives the same one', async () => {
  const jobs = await Promise.all([workers.triggerAnalytics({}), workers.triggerAnalytics({})])

  const { rows } = await sql<{ id: string }>`select id::text from graphile_worker.jobs`.execute(db)
  expect([...rows.map(({ id }) => id), rows[0]?.id]).toEqual(jobs.map(({ job_id }) => job_id))
})

test('there is no summary before the first run, and then the newest', async () => {
  const before = await analytics.latest({})
  const empty = { today: 0, last_7_days: 0, last_30_days: 0, all_time: 0 }
  const summary = (generated_at: string) => ({
    generated_at,
    page_views: { total_views: empty, page_stats: [] },
    visitor_metrics: { unique_visitors: 0, return_visitors: 0, return_rate: 0 },
    popular_articles: [],
  })
  for (const hour of ['01', '02']) {
    const data = JSON.stringify(summary(`2026-01-01T${hour}:00:00.000Z`))
    await db.insertInto('analytics_summaries').values({ data }).execute()
  }

  expect([before, await analytics.latest({})]).toEqual([null, summary('2026-01-01T02:00:00.000Z')])
})
