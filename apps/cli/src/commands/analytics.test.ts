import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  archiveViewMonth,
  dropViewMonth,
  monthsPastRetention,
  prepareViewMonths,
  type Tx,
} from '@nightdesk/db'
import { createPublishedArticle, createTestDb, passDays, recordViews } from '@nightdesk/db/testing'
import { createDiskStore } from '@nightdesk/storage'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { sharedNightdesk } from '../testing.ts'

const nightdesk = sharedNightdesk()

const { db, url, close } = await createTestDb()
afterAll(close)

const analytics = (...args: string[]) => nightdesk(['analytics', ...args], { DATABASE_URL: url })

test('rebuild holds every count against the views, and says what it put right', async () => {
  expect((await analytics('rebuild')).stdout).toBe('Nothing has been viewed yet.\n')
  const { id } = await createPublishedArticle(db, 'The Lamp')
  await recordViews(db, [{ article_id: id, visitor: 1 }])
  await passDays(db, 1)
  await recordViews(db, [{ article_id: id, visitor: 1 }])

  expect(await analytics('rebuild')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^2 views, .* to .*\. Every count equals them\.\n$/),
  })
  await db.updateTable('view_totals').set({ views: 7 }).execute()
  expect((await analytics('rebuild')).stdout).toMatch(
    /were wrong and are right now:\n {2}view_totals: 1 rows were missing, 1 were too many\n$/,
  )
  expect(await db.selectFrom('view_totals').select('views').execute()).toEqual([{ views: 2 }])
}, 60_000)

test('rebuild refuses an argument that is no day', async () => {
  expect(await analytics('rebuild', '--day', 'yesterday')).toMatchObject({
    code: 2,
    stderr: 'Day must be a date such as 2026-11-18\n',
  })
}, 60_000)

test('run queues one summary, however often it is asked for', async () => {
  const [first, second] = [await analytics('run'), await analytics('run')]

  expect(first.stdout).toMatch(/^Queued as job \d+; a worker makes it\.\n$/)
  expect(second.stdout).toBe(first.stdout)
}, 60_000)

test('restore-month brings the views of an archived month back from the storage', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'nightdesk-archive-'))
  onTestFinished(() => rm(DATA_DIR, { recursive: true }))
  const storage = await createDiskStore(join(DATA_DIR, 'uploads'))
  await passDays(db, 100)
  await prepareViewMonths(db)
  const [month = ''] = await monthsPastRetention(db, 'UTC', 2)
  const write = async (bytes: Buffer) => {
    await storage.put('views.ndjson.gz', bytes)
    return 'views.ndjson.gz'
  }
  const transaction = (work: (tx: Tx) => Promise<void>) => db.transaction().execute(work)
  const { views = 0 } = (await archiveViewMonth(db, month, { write, transaction })) ?? {}
  await dropViewMonth(db, month)
  const restore = (name: string) =>
    nightdesk(['analytics', 'restore-month', name], {
      DATABASE_URL: url,
      DATA_DIR,
      VIEW_RETENTION_MONTHS: '2',
    })

  expect(await restore('2001-01')).toMatchObject({
    code: 1,
    stderr: `The views of 2001-01 are not archived. Archived are: ${month.slice(0, 7)}\n`,
  })
  expect(await restore('January')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Month must be a month such as 2026-01\n'),
  })
  expect((await restore(month.slice(0, 7))).stdout).toBe(
    `${views} views of ${month.slice(0, 7)} are in the database again. The archive stays.\n` +
      'The worker drops them again at night: set VIEW_RETENTION_MONTHS higher to keep them.\n',
  )
  expect(await restore(month.slice(0, 7))).toMatchObject({
    code: 1,
    stderr: `The views of ${month.slice(0, 7)} were not dropped\n`,
  })
}, 60_000)
