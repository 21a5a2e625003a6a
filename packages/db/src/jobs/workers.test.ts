import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDb } from '../testing.ts'
import { STALE_AFTER, workerStatus } from './workers.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => db.deleteFrom('workers').execute())

/** Adds a worker whose last heartbeat was `age` seconds ago by the database’s clock. */
const addWorker = (
  name: string,
  age: number,
  status: 'running' | 'error' | 'stopped' = 'running',
  { host = 'host', started = 3_600 } = {},
) =>
  db
    .insertInto('workers')
    .values({
      id: randomUUID(),
      name,
      host,
      started_at: sql`now() - make_interval(secs => ${started})`,
      pid: 1,
      status,
      error_message: status === 'error' ? 'It broke' : null,
      last_heartbeat: sql`now() - make_interval(secs => ${age})`,
    })
    .execute()

test.each([
  ['fresh', 0, 'running', 'running'],
  ['just fresh', STALE_AFTER - 5, 'running', 'running'],
  ['stale', STALE_AFTER + 1, 'running', 'stopped'],
  ['broken', 0, 'error', 'error'],
  ['signed off', 0, 'stopped', 'stopped'],
] as const)('a worker that is %s is %4$s', async (name, age, status, shown) => {
  await addWorker(name, age, status)

  expect(await workerStatus(db)).toMatchObject([{ name, status: shown }])
})

test('the most recent heartbeats come first, with error messages', async () => {
  await addWorker('old', 300)
  await addWorker('broken', 10, 'error')
  await addWorker('new', 0)

  const workers = await workerStatus(db)

  expect(workers.map(({ name }) => name)).toEqual(['new', 'broken', 'old'])
  expect(workers[1]).toMatchObject({ error_message: 'It broke', last_heartbeat: expect.stringMatching(/Z$/) })
})

test('a worker of an earlier start leaves the list when its machine has a new one', async () => {
  await addWorker('ended', 100, 'stopped')
  await addWorker('killed', 60, 'running')
  await addWorker('elsewhere', 300, 'stopped', { host: 'another' })
  await addWorker('beside', 0, 'running')
  await addWorker('new', 0, 'running', { started: 30 })

  const workers = await workerStatus(db)

  expect(workers.map(({ name }) => name).sort()).toEqual(['beside', 'elsewhere', 'new'])
})
