import { createPublishedArticle, createTestDb, passDays, recordViews } from '@nightdesk/db/testing'
import { afterAll, expect, test } from 'vitest'
import { nightdesk } from '../testing.ts'

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
