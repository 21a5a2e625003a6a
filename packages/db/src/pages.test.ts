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
    select payload as tags, extract(epoch from run_at - created_at)::float8 as delay
    from graphile_worker._private_jobs order by run_at`.execute(db)
  return rows
}

const tagsOf = (rows: { tags: string[] }[]) => rows.map(({ tags }) => tags)

test('a change is purged at once, and again a little later', async () => {
  await change(['lists', 'article:1'])

  const [now, again, ...more] = await queued()

  expect([now?.tags, again?.tags, more]).toEqual([['lists', 'article:1'], ['lists', 'article:1'], []])
  expect(now?.delay).toBe(0)
  expect(again?.delay).toBeGreaterThanOrEqual(10)
  expect(again?.delay).toBeLessThan(21)
})

test('changes share the purges that wait, and those that follow in the same seconds', async () => {
  for (let number = 1; number <= 20; number++) await change([`article:${number}`])

  const [now, ...again] = await queued()

  const all = Array.from({ length: 20 }, (_, index) => `article:${index + 1}`)
  expect(now?.tags).toEqual(all)
  // A new share begins every ten seconds.
  expect(again.length).toBeLessThanOrEqual(2)
  expect(tagsOf(again).flat()).toEqual(all)
})

test('a change is purged again ten seconds later, however soon the second purge of another one is', async () => {
  await change(['article:1'])
  await sql`update graphile_worker._private_jobs set run_at = run_at - interval '9 s'`.execute(db)

  await change(['article:2'])

  const { rows } = await sql<{ wait: number }>`
    select extract(epoch from max(run_at) - now())::float8 as wait from graphile_worker._private_jobs
    where payload::jsonb ? 'article:2'`.execute(db)
  expect(rows[0]?.wait).toBeGreaterThan(9.5)
})

test('a change during a purge is purged by another one', async () => {
  await change(['article:1'])
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a' where run_at <= now()`.execute(
    db,
  )

  await change(['article:2'])

  const [first, second, ...again] = tagsOf(await queued())
  expect([first, second, again.flat()]).toEqual([['article:1'], ['article:2'], ['article:1', 'article:2']])
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
  const [second, ...again] = tagsOf(await queued())
  expect([second, again.flat()]).toEqual([['article:2'], ['article:1', 'article:2']])
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
