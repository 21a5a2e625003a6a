import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Tx } from './client.ts'
import { abandonedPurges, announceChange, completePurges, queuePurgeOfStart } from './pages.ts'
import { createTestDb } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => sql`delete from graphile_worker._private_jobs`.execute(db))

const change = (tags: string[] | 'everything', has_cdn = true) =>
  db.transaction().execute((tx) => announceChange(tx, { tags, has_cdn }))

/** What is queued, and in how many seconds it runs. */
async function queued() {
  const { rows } = await sql<{ tags: string[]; delay: number }>`
    select payload as tags, round(extract(epoch from run_at - created_at))::int as delay
    from graphile_worker._private_jobs order by run_at`.execute(db)
  return rows
}

test('a change is purged at once, and again a little later', async () => {
  await change(['lists', 'article:1'])

  const tags = ['lists', 'article:1']
  expect(await queued()).toEqual([
    { tags, delay: 0 },
    { tags, delay: 10 },
  ])
})

test('changes share the purges that wait, which keep their time', async () => {
  await change(['article:1'])
  await sql`update graphile_worker._private_jobs set created_at = now() - interval '5 s', run_at = run_at - interval '5 s'`.execute(
    db,
  )

  await change(['article:2'])
  await change('everything')

  const tags = ['article:1', 'article:2', 'everything']
  expect(await queued()).toEqual([
    { tags, delay: 0 },
    { tags, delay: 10 },
  ])
})

test('a change during a purge is purged by another one', async () => {
  await change(['article:1'])
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a' where run_at <= now()`.execute(
    db,
  )

  await change(['article:2'])

  expect((await queued()).map(({ tags }) => tags)).toEqual([
    ['article:1'],
    ['article:2'],
    ['article:1', 'article:2'],
  ])
})

test('a purge that fails after another was added is abandoned, as is one without attempts', async () => {
  await change(['article:1'])
  const lock = sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a' where run_at <= now()`
  await lock.execute(db)
  expect(await abandonedPurges(db)).toEqual([])
  await change(['article:2'])
  await sql`update graphile_worker._private_jobs set locked_at = null`.execute(db)

  const ids = await abandonedPurges(db)
  await completePurges(db, ids)

  expect(ids).toHaveLength(1)
  expect(await abandonedPurges(db)).toEqual([])
  expect((await queued()).map(({ tags }) => tags)).toEqual([['article:2'], ['article:1', 'article:2']])
})

test('a change that is rolled back is not purged', async () => {
  const fail = async (tx: Tx) => {
    await announceChange(tx, { tags: ['lists'], has_cdn: true })
    throw new Error('The rest failed')
  }

  await expect(db.transaction().execute(fail)).rejects.toThrow('The rest failed')

  expect(await queued()).toEqual([])
})

test('without a CDN nothing is queued', async () => {
  await change(['lists'], false)

  expect(await queued()).toEqual([])
})

test('a start purges everything, when the server that it replaces is gone', async () => {
  await queuePurgeOfStart(db, 35)

  expect(await queued()).toEqual([{ tags: ['everything'], delay: 35 }])
})
