import { createPublishedArticle, passDays, recordViews } from '@nightdesk/db/testing'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { ctx, db } from '../testing.ts'
import { rebuildDay } from './rebuild-views.ts'
import { keepViewMonths } from './view-months.ts'

const rebuilds = () => db.selectFrom('view_rebuilds').selectAll().orderBy('id', 'desc').execute()

beforeAll(async () => {
  const { id } = await createPublishedArticle(db, 'The Lamp')
  await recordViews(db, [
    { article_id: id, visitor: 1 },
    { article_id: id, visitor: 2 },
  ])
  await passDays(db, 1)
})

test('the day before is recounted by default, and found equal', async () => {
  await rebuildDay(ctx, {})

  expect(await rebuilds()).toMatchObject([{ views: 2, differences: {} }])
})

test('wrong counts of a day are corrected, and the differences are recorded', async () => {
  const { day } = await db.selectFrom('view_days').select('day').executeTakeFirstOrThrow()
  await sql`update view_days set views = 50`.execute(db)

  await rebuildDay(ctx, { day })

  const [newest] = await rebuilds()
  expect(newest).toMatchObject({ first_day: day, last_day: day })
  expect(newest?.differences).toMatchObject({ view_days: { missing: 1, extra: 1 } })
  expect(await db.selectFrom('view_days').select('views').executeTakeFirst()).toEqual({ views: 2 })
})

test('views are kept for ever, or for as many months as the setting says', async () => {
  await passDays(db, 200)
  const views = async () => (await db.selectFrom('views').select('id').execute()).length

  await keepViewMonths(ctx, {})
  expect(await views()).toBe(2)

  await keepViewMonths({ ...ctx, view_retention_months: 2 }, {})
  expect(await views()).toBe(0)
  expect(await db.selectFrom('view_totals').select('views').execute()).toEqual([{ views: 2 }])
})
