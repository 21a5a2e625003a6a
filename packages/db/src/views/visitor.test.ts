import { afterAll, beforeAll, expect, test } from 'vitest'
import { dashboardStats, summarise } from '../analytics/summary.ts'
import { createPublishedArticle, createTestDb, NOON, passDays, recordViews } from '../testing.ts'
import { ageViewDays } from './months.ts'
import { rebuildViews, recountableDays } from './rebuild.ts'
import { forgetVisitor, readVisitor } from './visitor.ts'

const { db, close } = await createTestDb()
afterAll(close)

/** As `recordViews` identifies a visitor. */
const visitor = (byte: number) => Buffer.alloc(16, byte)

beforeAll(async () => {
  const lamp = await createPublishedArticle(db, 'The Lamp')
  const tide = await createPublishedArticle(db, 'The Tide')
  await recordViews(db, [
    { article_id: lamp.id, visitor: 1 },
    { article_id: lamp.id, visitor: 2 },
  ])
  await passDays(db, 100)
  await ageViewDays(db, NOON)
  await recordViews(db, [
    { article_id: tide.id, visitor: 1, referrer: 'https://example.org' },
    { article_id: tide.id, visitor: 2 },
  ])
  await passDays(db, 1)
  await recordViews(db, [{ article_id: tide.id, visitor: 1 }])
})

const nothing = { visits: null, views: [], opened: [] }

async function figures() {
  const { generated_at: _, ...summary } = await summarise(db, NOON)
  return { summary, dashboard: await dashboardStats(db, NOON, null) }
}

async function recount() {
  const days = await recountableDays(db)
  return days && (await rebuildViews(db, days)).differences
}

test('a visitor sees their days, their views until they age, and the stories that they have opened', async () => {
  const { visits, views, opened } = await readVisitor(db, visitor(1))

  expect(visits?.days).toBe(3)
  expect(views.map(({ title, referrer }) => [title, referrer])).toEqual([
    ['The Tide', null],
    ['The Tide', 'https://example.org'],
  ])
  expect(opened).toEqual(['The Lamp', 'The Tide'])
})

test('a stranger sees nothing', async () => {
  expect(await readVisitor(db, visitor(9))).toEqual(nothing)
})

test('a forgotten visitor cannot be found; no figure changes, and every day can be recounted', async () => {
  const before = await figures()
  const other = await readVisitor(db, visitor(2))

  await forgetVisitor(db, visitor(1))

  expect(await readVisitor(db, visitor(1))).toEqual(nothing)
  expect(await readVisitor(db, visitor(2))).toEqual(other)
  expect(await figures()).toEqual(before)
  expect(await recount()).toEqual({})
})

test('a forgotten visitor who returns is counted as a new one', async () => {
  const article = await createPublishedArticle(db, 'The Ferry')
  const before = await figures()

  await recordViews(db, [{ article_id: article.id, visitor: 1 }])

  const after = await figures()
  expect(after.dashboard.visitor_metrics.unique_visitors).toBe(
    before.dashboard.visitor_metrics.unique_visitors + 1,
  )
  expect((await readVisitor(db, visitor(1))).visits?.days).toBe(1)
})
