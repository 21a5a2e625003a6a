import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { analyticsOverview, articleAnalytics } from '../analytics/reports.ts'
import { dashboardStats, summarise } from '../analytics/summary.ts'
import type { Db } from '../client.ts'
import { createPublishedArticle, createTestDb, NOON, passDays, recordViews } from '../testing.ts'
import { ageViewDays } from './months.ts'
import { addPastViews } from './past-views.ts'
import { rebuildViews, recountableDays } from './rebuild.ts'

/** Two ledgers of the same views. Visitors age day by day in the first, and never in the second. */
const [first, second] = await Promise.all([createTestDb(), createTestDb()])
const { db } = first
const ledgers = [db, second.db]
afterAll(async () => {
  await first.close()
  await second.close()
})

let stories: number[]

beforeAll(async () => {
  for (const ledger of ledgers) {
    const lamp = await createPublishedArticle(ledger, 'The Lamp')
    const tide = await createPublishedArticle(ledger, 'The Tide')
    stories = [lamp.id, tide.id]
    // Visitor 1 comes every eight days for 160 days, visitor 2 every sixteen days, and so on; from 20 on, once.
    for (let count = 0; count < 20; count++) await visit(ledger, count)
  }
})

/** Every visitor of this round reads one of the two stories, and a few read it again. Then eight days pass. */
async function visit(ledger: Db, count: number) {
  const here = Array.from({ length: 30 }, (_, index) => index + 1).filter((visitor) => count % visitor === 0)
  const attempts = here.map((visitor) => ({ article_id: stories[(visitor + count) % 2] ?? 0, visitor }))
  await recordViews(ledger, [...attempts, ...attempts.slice(0, 2)])
  for (let days = 0; days < 8; days++) {
    await passDays(ledger, 1)
    if (ledger === db) await ageViewDays(db, NOON)
  }
}

/** All figures that screens show. */
async function figures(ledger: Db) {
  const { generated_at: _, ...summary } = await summarise(ledger, NOON)
  const overviews = await Promise.all(
    (['today', '7', '30', 'all'] as const).map((period) => analyticsOverview(ledger, NOON, period, null)),
  )
  const articles = await Promise.all(
    stories.map((id) => articleAnalytics(ledger, NOON, { id, period: 'all' }, null)),
  )
  const withoutTime = [...overviews, ...articles].map(({ as_of: _, ...figures }) => figures)
  return { dashboard: await dashboardStats(ledger, NOON, null), summary, withoutTime }
}

async function recount(ledger: Db) {
  const days = await recountableDays(ledger)
  return days && (await rebuildViews(ledger, days)).differences
}

test('visitors of the last sixty days have not aged, and all others have; every figure is the same', async () => {
  const { rows } = await sql`
    select count(*) filter (where reader_hash is null) > 0 as some_aged,
      max(day) filter (where reader_hash is null) < (now() at time zone ${NOON})::date - 60 as were_old,
      min(day) filter (where reader_hash is not null) >= (now() at time zone ${NOON})::date - 60 as are_young
    from views`.execute(db)

  expect(rows).toEqual([{ some_aged: true, were_old: true, are_young: true }])
  expect(await ageViewDays(db, NOON)).toEqual([])
  expect(await figures(db)).toEqual(await figures(second.db))
  expect(await recount(db)).toEqual({})
})

test('the hash of a visitor on an aged day occurs nowhere else', async () => {
  const { rows } = await sql`
    with aged as (
      select day, visitor_hash from views where day < aged_until()
      union select day, visitor_hash from visitor_days where day < aged_until()
    ), told as (
      select decode(repeat(to_hex(visitor), 16), 'hex') as told from generate_series(16, 30) visitor
    ), elsewhere as (
      select visitor_hash from visitors
      union all select visitor_hash from aged_visitors
      union all select reader_hash from article_visitors
      union all select visitor_hash from views where day >= aged_until()
      union all select visitor_hash from visitor_days where day >= aged_until()
      -- The hash that a server sends and the hashes made of it, for each visitor of such a day.
      union all select told from told union all select visitor_hash_of(told) from told
    )
    select
      (select count(*) from aged where visitor_hash in (select visitor_hash from elsewhere)) as known_elsewhere,
      (select count(*) from (select from aged group by visitor_hash having count(*) > 1) two) as on_two_days,
      (select count(*) from aged) > 30 as are_many`.execute(db)

  expect(rows).toEqual([{ known_elsewhere: 0, on_two_days: 0, are_many: true }])
})

test('the record that a visitor opened an article is tied neither to the visitor nor to another article', async () => {
  const { rows } = await sql`
    select
      (select count(*) from (select from article_visitors group by reader_hash having count(*) > 1) shared) as shared,
      (select count(*) from article_visitors where reader_hash in (select visitor_hash from visitors)) as of_visitors,
      (select count(distinct first_day) from article_visitors where first_day < aged_until())
        < (select count(*) from aged_view_days) as days_are_gone
  `.execute(db)

  expect(rows).toEqual([{ shared: 0, of_visitors: 0, days_are_gone: true }])
})

test('a visitor who returns after months counts as returning, and is counted once', async () => {
  for (const ledger of ledgers) {
    // Visitor 1 came recently too, 7 some time ago, 25 once on a day that has aged, and 31 never.
    await recordViews(
      ledger,
      [1, 7, 25, 31].flatMap((visitor) => stories.map((article_id) => ({ article_id, visitor }))),
    )
  }

  expect(await figures(db)).toEqual(await figures(second.db))
  expect(await recount(db)).toEqual({})
})

test.each([
  ['views of an aged day', 'view_days', sql`update view_days set views = views + 1 where day < aged_until()`],
  ['who was there on an aged day', 'visitor_days', sql`delete from visitor_days where day < aged_until()`],
  ['who was there on another', 'visitor_days', sql`delete from visitor_days where day >= aged_until()`],
  ['a visitor', 'visitors', sql`update visitors set days = days + 1, last_day = last_day + 1`],
  ['who read what', 'article_visitors', sql`delete from article_visitors where first_day >= aged_until()`],
])('a count that went wrong is put right, before and after: %s', async (_what, table, spoil) => {
  const right = await figures(db)
  await spoil.execute(db)

  expect(Object.keys((await recount(db)) ?? {})).toContain(table)

  expect(await figures(db)).toEqual(right)
  expect(await recount(db)).toEqual({})
})

test('no view is added to a day that has aged', async () => {
  const { rows } = await sql<{ day: string }>`select aged_until() - 1 as day`.execute(db)
  const view = {
    day: rows[0]?.day ?? '',
    second: 0,
    article_id: stories[0] ?? 0,
    version_id: null,
    visitor_hash: Buffer.alloc(16, 1),
    referrer: null,
    user_agent_family: 'Firefox',
    device: 'Desktop',
    staff: false,
  }

  await expect(addPastViews(db, NOON, { views: [view], uncounted: [] })).rejects.toThrow('have aged')
})
