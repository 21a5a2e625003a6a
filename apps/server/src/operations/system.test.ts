import { setStorageProblem } from '@nightdesk/db'
import { expect, onTestFinished, test } from 'vitest'
import { as, contextOf, createCaller, createUser, db, dependencies } from '../testing.ts'

const admin = await createUser({ role: 'admin' })
const status = (overrides = {}) => createCaller(contextOf(admin, overrides)).system.status({})

test('working parts are shown as connected, without user, password or query', async () => {
  const { timestamp, s3, database, workers } = await status({
    database_label: 'postgresql://embedded/nightdesk',
  })

  expect(Math.abs(timestamp - Date.now() / 1000)).toBeLessThan(60)
  expect(s3).toMatchObject({ status: 'connected', bucket: 'local', bucket_stats: { object_count: 0 } })
  expect(database).toMatchObject({ status: 'connected', url: 'postgresql://embedded/nightdesk' })
  expect(database.message).toMatch(/^PostgreSQL \d+\S*( \(.+\))?, [\d.]+ MB, answered in \d+ ms$/)
  expect(workers).toEqual({ workers: [] })
})

test('the used share of the storage is shown in percent', async () => {
  await keepObjects({ one: 512, two: 1000, three: 24 })

  const { s3 } = await status({ storage_limit: 10_000 })

  const limit = { max_size_bytes: 10_000, max_size_formatted: '9.77 KB' }
  expect(s3.bucket_stats).toEqual({
    object_count: 3,
    total_size_formatted: '1.50 KB',
    ...limit,
    usage_percentage: 15.36,
  })
})

test('missing files are reported', async () => {
  await keepObjects({ here: 1, gone: 1 })
  await db
    .updateTable('stored_objects')
    .set({ missing_since: new Date().toISOString() })
    .where('key', '=', 'gone')
    .execute()

  const { s3 } = await status()

  expect(s3.message).toBe('Files are kept on this machine’s disk. One file is missing')
})

test('the reason for deleting nothing from the storage is shown', async () => {
  await setStorageProblem(db, 'The stored files belong to another installation')
  onTestFinished(() => setStorageProblem(db, null))

  const { s3 } = await status()

  expect(s3).toMatchObject({
    status: 'connected',
    problem: 'The stored files belong to another installation',
  })
})

test('without a limit there is no share', async () => {
  const { s3 } = await status({ storage_limit: 0 })

  expect(s3.bucket_stats).toMatchObject({ max_size_bytes: 0, usage_percentage: 0 })
})

test('a storage that fails is shown as an error, and the rest as it is', async () => {
  const storage = { ...dependencies.storage, put: () => Promise.reject(new Error('/secret/path')) }

  const { s3, database } = await status({ storage })

  expect(s3).toMatchObject({ status: 'error', message: 'The storage cannot be written to or read from' })
  expect(database.status).toBe('connected')
})

test('the volume has some space', async () => {
  const { total, available } = await as(admin).system.diskSpace({})

  expect(available).toBeGreaterThan(0)
  expect(total).toBeGreaterThan(available)
})

async function keepObjects(sizes: Record<string, number>) {
  await db.deleteFrom('stored_objects').execute()
  const rows = Object.entries(sizes).map(([key, bytes]) => ({ key, bytes }))
  await db.insertInto('stored_objects').values(rows).execute()
}
