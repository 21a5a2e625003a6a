import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createPublishedArticle, createTestDb, NOON, passDays, recordViews } from '../testing.ts'
import { siteSeries } from './reports.ts'
import { currentVisitors } from './summary.ts'

const { db, close } = await createTestDb()
afterAll(close)

test('a chart has every day with its views, although one has no midnight in the zone of the database server', async () => {
  const counts = { views: 1, staff_views: 0, visitors: 1 }
  const newcomers = { first_visitors: 0, last_visitors: 0, last_return_visitors: 0 }
  const days = ['2026-09-05', '2026-09-06', '2026-09-07', '2026-09-08']
  await db
    .insertInto('site_days')
    .values(days.map((day) => ({ day, ...counts, ...newcomers })))
    .execute()
  const current = { first_day: days[0]!, last_day: days.at(-1)! } // there are four
  const span = { as_of: '', period: '7', step: 'day', hour: 0, current, previous: null } as const

  const series = await db.transaction().execute(async (tx) => {
    // In Chile, 6 September 2026 begins at one o’clock.
    await sql`set local time zone 'America/Santiago'`.execute(tx)
    return siteSeries(tx, span)
  })

  expect(series.current).toEqual(days.map((at) => ({ at, views: 1, visitors: 1 })))
})

const [ANA, BEN, CAI] = [1, 2, 3] as const
const count = async (timezone = NOON) => (await currentVisitors(db, timezone)).visitors

test('a visitor who opened an article in the last five minutes is counted once, and not after that', async () => {
  const { id: article_id } = await createPublishedArticle(db, 'The Lamp')
  expect(await count()).toBe(0)
  await recordViews(db, [{ article_id, visitor: CAI }])
  await sql`update views set viewed_at = viewed_at - interval '301 seconds'`.execute(db)

  await recordViews(
    db,
    [ANA, BEN, ANA].map((visitor) => ({ article_id, visitor })),
  )
  await recordViews(db, [{ article_id, visitor: CAI, reason: 'bot' }])

  expect(await count()).toBe(2)
  await sql`update views set viewed_at = viewed_at - interval '1 day'`.execute(db)
  await passDays(db, 1)
  expect(await count()).toBe(0)
})

test('views that are dated tomorrow, as the site has moved to a time zone further west, hide no newer ones', async () => {
  const { id: article_id } = await createPublishedArticle(db, 'The Move')
  await passDays(db, 3)
  await recordViews(db, [
    { article_id, visitor: ANA },
    { article_id, visitor: BEN },
  ])
  await sql`update views set viewed_at = viewed_at - interval '1 hour'`.execute(db)
  await passDays(db, -1)

  await recordViews(db, [{ article_id, visitor: CAI }])

  expect(await count()).toBe(1)
  await sql`delete from views`.execute(db)
})

test.each(['Pacific/Kiritimati', 'Etc/GMT+12'])('the time zone of the site may be %s', async (zone) => {
  const { id: article_id } = await createPublishedArticle(db, `In ${zone}`)
  await passDays(db, 3)
  await recordViews(db, [{ article_id, visitor: ANA }], zone)

  expect(await count(zone)).toBe(1)
  await sql`delete from views`.execute(db)
})
