import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDb } from '../testing.ts'
import { siteSeries } from './series.ts'

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
