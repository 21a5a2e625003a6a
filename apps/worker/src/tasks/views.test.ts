import { createPublishedArticle, passDays, recordViews } from '@nightdesk/db/testing'
import { isOwnKey } from '@nightdesk/storage'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { ctx, db, storage } from '../testing.ts'
import { rebuildDay } from './maintenance.ts'
import { keepViewMonths } from './view-months.ts'

const ARCHIVING = { ...ctx.settings, VIEW_RETENTION_MONTHS: 2, VIEW_ARCHIVE: 'on' as const }

/** What the job logs about a day. */
async function logOfRebuild(payload: { day?: string }) {
  const lines: unknown[] = []
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) })
  await rebuildDay({ ...ctx, log }, payload)
  return lines
}

beforeAll(async () => {
  const { id } = await createPublishedArticle(db, 'The Lamp')
  await recordViews(db, [
    { article_id: id, visitor: 1 },
    { article_id: id, visitor: 2 },
  ])
  await passDays(db, 1)
})

const EQUAL = { views: 2, msg: 'The views of a day equal a recount' }

test('the day before is recounted by default, and found equal', async () => {
  expect(await logOfRebuild({})).toMatchObject([EQUAL])
})

test('a day is recounted once more, as a change of the clocks could have skipped it', async () => {
  await passDays(db, 1)
  expect(await logOfRebuild({})).toMatchObject([EQUAL])
  await passDays(db, 1)
  expect(await logOfRebuild({})).toMatchObject([{ ...EQUAL, views: 0 }])
})

test('wrong counts of a day are corrected, and the differences are logged', async () => {
  const { day } = await db.selectFrom('view_days').select('day').executeTakeFirstOrThrow()
  await sql`update view_days set views = 50`.execute(db)

  const lines = await logOfRebuild({ day })

  expect(lines).toMatchObject([{ first_day: day, differences: { view_days: { missing: 1, extra: 1 } } }])
  expect(await db.selectFrom('view_days').select('views').executeTakeFirst()).toEqual({ views: 2 })
})

test('views are kept for ever, or archived and dropped after as many months as the setting says', async () => {
  await passDays(db, 200)
  const views = async () => (await db.selectFrom('views').select('id').execute()).length

  await keepViewMonths(ctx, {})
  expect(await views()).toBe(2)

  await keepViewMonths({ ...ctx, settings: ARCHIVING }, {})
  expect(await views()).toBe(0)
  expect(await db.selectFrom('view_totals').select('views').execute()).toEqual([{ views: 2 }])
  const [file, ...others] = await db
    .selectFrom('archived_view_files')
    .innerJoin('stored_objects', 'stored_objects.key', 'archived_view_files.key')
    .select(['archived_view_files.key', 'views', 'bytes'])
    .execute()
  expect([file?.views, others]).toEqual([2, []])
  expect(isOwnKey(file?.key ?? '')).toBe(true)
  expect(await storage.head(file?.key ?? '')).toMatchObject({ size: file?.bytes })
})

test('a month whose archive cannot be read back is not dropped', async () => {
  const { id } = await createPublishedArticle(db, 'The Tide')
  await recordViews(db, [{ article_id: id, visitor: 1 }])
  await passDays(db, 300)
  const lossy = { ...storage, put: (key: string) => storage.put(key, Buffer.from('lost')) }

  const run = keepViewMonths({ ...ctx, storage: lossy, settings: ARCHIVING }, {})

  await expect(run).rejects.toThrow('reads back differently')
  expect(await db.selectFrom('views').select('id').execute()).toHaveLength(1)
})
