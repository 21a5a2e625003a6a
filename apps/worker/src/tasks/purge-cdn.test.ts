import { announceChange } from '@nightdesk/db'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { ctx, db } from '../testing.ts'
import { purgeCdn } from './maintenance.ts'

beforeEach(() => sql`delete from graphile_worker._private_jobs`.execute(db))

/** A CDN that says what it was told to drop. */
function startCdn() {
  const purged: string[][] = []
  return { purged, cdn: async (tags: readonly string[]) => void purged.push([...tags]) }
}

test('the tags of the job are purged', async () => {
  const { purged, cdn } = startCdn()

  await purgeCdn({ ...ctx, cdn }, ['lists', 'article:1'])

  expect(purged).toEqual([['lists', 'article:1']])
})

test('after purges that failed for good, everything is purged once', async () => {
  const { purged, cdn } = startCdn()
  await announceChange(db, { tags: ['article:2'], has_cdn: true })
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(db)

  await purgeCdn({ ...ctx, cdn }, ['article:1'])
  await purgeCdn({ ...ctx, cdn }, ['article:1'])

  expect(purged).toEqual([['everything'], ['article:1']])
})

test('a purge that fails leaves those before it to the next one', async () => {
  const { purged, cdn } = startCdn()
  await announceChange(db, { tags: ['article:2'], has_cdn: true })
  await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(db)
  const fail = () => Promise.reject(new Error('The CDN answered 503 to a purge'))

  await expect(purgeCdn({ ...ctx, cdn: fail }, ['article:1'])).rejects.toThrow('503')
  await purgeCdn({ ...ctx, cdn }, ['article:1'])

  expect(purged).toEqual([['everything']])
})

test('a worker without the address fails, so that no change is lost', async () => {
  await expect(purgeCdn(ctx, ['lists'])).rejects.toThrow('CDN_PURGE_URL')
})
