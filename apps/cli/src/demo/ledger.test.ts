import { analyticsOverview, articleAnalytics, rebuildViews, recountableDays } from '@nightdesk/db'
import { addVersion, createPublishedArticle, createTestDb } from '@nightdesk/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillLedger } from './ledger.ts'

const SITE = 'https://nightdesk.example'
const DAYS = 40

const { db, close } = await createTestDb()
afterAll(close)

let oldest: number
const reported: string[] = []

beforeAll(async () => {
  const { id } = await createPublishedArticle(db, 'The Lamp')
  await addVersion(db, id, { version_number: 2, title: 'The Lamp' })
  await createPublishedArticle(db, 'The Tide')
  oldest = id
  const report = (line: string) => void reported.push(line)
  await fillLedger(db, { SITE_TIMEZONE: 'Africa/Nairobi', SITE_URL: SITE }, report, DAYS)
}, 60_000)

test('every figure equals a recount of the views', async () => {
  const days = await recountableDays(db)
  if (!days) throw new Error('There are days to recount')

  const { views, differences } = await rebuildViews(db, days)

  expect(differences).toEqual({})
  expect(reported.at(-1)).toBe(`Counted ${views} views, ${days.first_day} to ${days.last_day}`)
})

test('there is something to see in every list and chart', async () => {
  const { views, visitors, return_rate, staff_views, series, ...lists } = await analyticsOverview(
    db,
    'Africa/Nairobi',
    '30',
    null,
  )

  expect(views.value).toBeGreaterThan(1_000)
  expect(views.previous).toBeGreaterThan(0)
  expect(visitors.value).toBeLessThan(views.value)
  expect(return_rate.value).toBeGreaterThan(0)
  expect(staff_views).toBeGreaterThan(0)
  expect(series.current.slice(0, -1).filter((day) => day.views === 0)).toEqual([])
  expect(lists.pages.map(({ title }) => title).sort()).toEqual(['The Lamp', 'The Tide'])
  expect(lists.referrers.map(({ value }) => value)).toEqual(expect.arrayContaining(['', SITE]))
  expect(lists.agents.length).toBeGreaterThan(3)
  expect(lists.devices.length).toBe(3)
  expect(lists.uncounted.find(({ reason }) => reason === 'bot')?.attempts).toBeGreaterThan(100)
})

test('each version was read while it was the published one', async () => {
  const { versions } = await articleAnalytics(db, 'Africa/Nairobi', { id: oldest, period: 'all' }, null)

  expect(versions.map(({ version_number }) => version_number)).toEqual([2, 1])
  for (const { version_number, views, created_at } of versions) {
    const of = db.selectFrom('views').innerJoin('article_versions', 'article_versions.id', 'views.version_id')
    const early = await of
      .where('views.article_id', '=', oldest)
      .where('version_number', '=', version_number)
      .where('viewed_at', '<', created_at)
      .select('views.id')
      .execute()
    expect(early).toEqual([])
    expect(views).toBeGreaterThan(0)
  }
})

test('no view lies in the future', async () => {
  const { latest } = await db
    .selectFrom('views')
    .select((eb) => eb.fn.max('viewed_at').as('latest'))
    .executeTakeFirstOrThrow()

  expect(Date.parse(latest)).toBeLessThanOrEqual(Date.now())
})
