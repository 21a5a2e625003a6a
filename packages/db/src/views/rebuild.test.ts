import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { analyticsOverview } from '../analytics/reports.ts'
import { createPublishedArticle, createTestDb, NOON, passDays, recordViews, TODAY } from '../testing.ts'
import { rebuildViews } from './rebuild.ts'

const { db, close } = await createTestDb()
afterAll(close)

/** All days of these tests, up to today. */
async function everyDay() {
  const { rows } = await sql<{ first_day: string; last_day: string }>`
    select ${TODAY} - 20 as first_day, ${TODAY} as last_day`.execute(db)
  return rows[0]! // a select without from has one row
}

const day = async (daysAgo: number) => {
  const { rows } = await sql<{ day: string }>`select ${TODAY} - ${daysAgo}::int as day`.execute(db)
  return rows[0]!.day // a select without from has one row
}

/** All counts. */
const figures = async () => {
  const periods = await Promise.all(
    (['7', '30', 'all'] as const).map((p) => analyticsOverview(db, NOON, p, null)),
  )
  return periods.map(({ as_of: _, ...figures }) => figures)
}

beforeAll(async () => {
  const lamp = await createPublishedArticle(db, 'The Lamp')
  const tide = await createPublishedArticle(db, 'The Tide')
  // Visitor 1 comes every day, visitor 2 every second day, and so on; each reads one of two articles.
  for (let count = 0; count < 12; count++) {
    const here = Array.from({ length: 8 }, (_, index) => index + 1).filter((visitor) => count % visitor === 0)
    const attempts = here.map((visitor) => ({
      article_id: (visitor + count) % 2 ? lamp.id : tide.id,
      version_id: lamp.version_id,
      visitor,
      referrer: visitor % 3 ? 'https://news.example' : undefined,
      device: visitor % 2 ? 'Phone' : 'Desktop',
      staff: visitor === 5,
    }))
    await recordViews(db, attempts)
    await recordViews(db, attempts.slice(0, 3))
    await passDays(db, 1)
  }
})

test('the running counts equal a recount, row by row', async () => {
  const { views, differences } = await rebuildViews(db, await everyDay())

  expect(differences).toEqual({})
  expect(views).toBeGreaterThan(40)
})

test('a day without a difference is not written', async () => {
  const before = await sql`select ctid, xmin from site_days order by day`.execute(db)

  await rebuildViews(db, { first_day: await day(3), last_day: await day(3) })

  expect((await sql`select ctid, xmin from site_days order by day`.execute(db)).rows).toEqual(before.rows)
})

describe('a count that went wrong', () => {
  test.each([
    ['a count of views', 'view_days', sql`update view_days set views = views + 5 where day = ${TODAY} - 4`],
    ['an hour', 'view_hours', sql`delete from view_hours where day = ${TODAY} - 4`],
    [
      'a referrer',
      'view_facets',
      sql`delete from view_facets where day = ${TODAY} - 4 and facet = 'referrer'`,
    ],
    ['a device', 'site_facets', sql`update site_facets set views = 99 where day = ${TODAY} - 4`],
    ['a visitor who was there', 'visitor_days', sql`delete from visitor_days where day = ${TODAY} - 4`],
    [
      'a visitor who was not there',
      'visitor_days',
      sql`insert into visitor_days values ('\\x63636363636363636363636363636363', ${TODAY} - 4)`,
    ],
    ['a visitor’s days', 'visitors', sql`update visitors set days = 7, first_day = ${TODAY} - 19`],
    [
      'who read what',
      'article_visitors',
      sql`update article_visitors set first_day = ${TODAY} - 4 where first_day < ${TODAY} - 4`,
    ],
    ['a total', 'view_totals', sql`update view_totals set views = views + 1`],
    [
      'the visitors of a day',
      'site_days',
      sql`update site_days set last_visitors = 0, last_return_visitors = 0`,
    ],
  ])('is found and put right: %s', async (_what, table, spoil) => {
    const right = await figures()
    await spoil.execute(db)

    const { differences } = await rebuildViews(db, await everyDay())

    expect(Object.keys(differences)).toContain(table)
    expect(await figures()).toEqual(right)
    expect((await rebuildViews(db, await everyDay())).differences).toEqual({})
  })

  test('on one day is corrected without reading other days', async () => {
    const right = await figures()
    const first = await day(12)
    await sql`update article_visitors set first_day = first_day + 1 where first_day = ${first}`.execute(db)
    await sql`delete from visitor_days where day = ${first}`.execute(db)

    const { differences } = await rebuildViews(db, { first_day: first, last_day: first })

    expect(Object.keys(differences)).toEqual(expect.arrayContaining(['visitor_days', 'article_visitors']))
    expect(await figures()).toEqual(right)
    expect((await rebuildViews(db, await everyDay())).differences).toEqual({})
  })
})

test('views that were deleted from the ledger are missing in every figure', async () => {
  await sql`delete from views where visitor_hash = visitor_hash_of(${Buffer.alloc(16, 1)})`.execute(db)

  const { differences } = await rebuildViews(db, await everyDay())

  expect(Object.keys(differences)).toEqual(expect.arrayContaining(['view_days', 'visitor_days']))
  const gone =
    await sql`select from visitors where visitor_hash = visitor_hash_of(${Buffer.alloc(16, 1)})`.execute(db)
  expect(gone.rows).toEqual([])
  expect((await rebuildViews(db, await everyDay())).differences).toEqual({})
})
