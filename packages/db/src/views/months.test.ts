import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { dashboardStats } from '../analytics/summary.ts'
import { connect } from '../client.ts'
import { migrate } from '../migrations/migrate.ts'
import { createDatabase, createPublishedArticle, NOON, passDays, recordViews, TODAY } from '../testing.ts'
import { dropViewMonth, monthsPastRetention, prepareViewMonths } from './months.ts'
import { rebuildViews } from './rebuild.ts'

// Not cloned: the template may have been migrated in another month, a minute before midnight.
const { url, owner_url, drop } = await createDatabase()
await migrate(owner_url, url)
const { db, close } = connect(url)
afterAll(async () => {
  await close()
  await drop()
})

/** The number of raw views per partition. */
async function tables() {
  const { rows } = await sql<{ name: string; views: number }>`
    select relname as name, count(views.id) as views
    from pg_inherits join pg_class on pg_class.oid = inhrelid left join views on views.tableoid = inhrelid
    where inhparent = 'views'::regclass group by relname order by relname`.execute(db)
  return Object.fromEntries(rows.map(({ name, views }) => [name, views]))
}

/** `2026_11`: the month after so many months. */
async function month(ahead: number) {
  const { rows } = await sql<{ name: string }>`
    select to_char(date_trunc('month', ${TODAY}) + make_interval(months => ${ahead}::int), 'YYYY_MM') as name`.execute(
    db,
  )
  return rows[0]!.name // a select without from has one row
}

test('this month and the next two have partitions from the start', async () => {
  const names = [await month(0), await month(1), await month(2)]

  expect(Object.keys(await tables())).toEqual([...names, 'other'])
})

test('a view of another month is stored elsewhere until its partition is created', async () => {
  const { id } = await createPublishedArticle(db, 'The Lamp')
  await recordViews(db, [{ article_id: id, visitor: 1 }])
  await passDays(db, 150)
  await recordViews(db, [{ article_id: id, visitor: 1 }])
  expect(await tables()).toMatchObject({ other: 1, [await month(0)]: 1 })

  await prepareViewMonths(db)
  await prepareViewMonths(db)

  expect(await tables()).toMatchObject({ other: 0, [await month(0)]: 1, [await month(1)]: 0 })
  expect(Object.values(await tables()).reduce((sum, views) => sum + views, 0)).toBe(2)
})

test('views past their retention are dropped; their counts stay, and are never recounted', async () => {
  expect(await monthsPastRetention(db, NOON, 12)).toEqual([])
  const [month = '', ...others] = await monthsPastRetention(db, NOON, 3)
  expect(others).toEqual([])

  await dropViewMonth(db, month)

  expect(Object.values(await tables())).toEqual([1, 0, 0, 0])
  expect((await dashboardStats(db, NOON, null)).total_views.all_time).toBe(2)
  await expect(rebuildViews(db, { first_day: month, last_day: month })).rejects.toThrow('were dropped')
  expect(await monthsPastRetention(db, NOON, 3)).toEqual([])
})

test('days that still have their views equal a recount, whatever was dropped before', async () => {
  const { rows } = await sql<{ first_day: string; last_day: string }>`
    select date_trunc('month', ${TODAY})::date as first_day, ${TODAY} as last_day`.execute(db)

  const { differences } = await rebuildViews(db, rows[0]!) // a select without from has one row

  expect(differences).toEqual({})
})
