import { randomUUID } from 'node:crypto'
import { Logger, runTaskListOnce, type Task } from 'graphile-worker'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { addJob, STALE_AFTER, workerStatus } from './jobs.ts'
import { createTestDb } from './testing.ts'

const { db, pool, close } = await createTestDb()
afterAll(close)

const waiting = async () => {
  const { rows } = await sql<{ id: string; task: string; max_attempts: number; key: string | null }>`
    select id::text, task_identifier as task, max_attempts, key from graphile_worker.jobs order by id`.execute(
    db,
  )
  return rows
}

test('a job is queued with its name and eight attempts', async () => {
  const id = await addJob(db, 'purge-expired', {})

  expect(await waiting()).toEqual([{ id, task: 'purge-expired', max_attempts: 8, key: null }])
})

test('while a job with a key waits, adding another returns the same one', async () => {
  const add = () => addJob(db, 'analytics-summary', { requested_by: 1 }, { key: 'summary' })

  const ids = [await add(), await add(), ...(await Promise.all([add(), add()]))]

  expect(new Set(ids).size).toBe(1)
  expect((await waiting()).filter(({ key }) => key === 'summary')).toHaveLength(1)
})

test('while a job with a key runs, adding another queues a second one', async () => {
  const add = () => addJob(db, 'analytics-summary', {}, { key: 'running' })
  const first = await add()
  const lock = sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a' where id = ${first}`
  await lock.execute(db)

  expect(await add()).not.toBe(first)
})

test('a job of a failed transaction is not queued', async () => {
  const before = await waiting()

  const failing = db.transaction().execute(async (tx) => {
    await addJob(tx, 'worker-health', {})
    throw new Error('The rest failed')
  })

  await expect(failing).rejects.toThrow('The rest failed')
  expect(await waiting()).toEqual(before)
})

test('what an import queues for its pictures comes after all other jobs', async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  await addJob(db, 'make-variants', { image_id: 1 })
  await addJob(db, 'import-pictures', { item_id: 1 }, { queue: 'pictures' })
  await addJob(db, 'copy-image', { copy_id: 1 })
  const begun: string[] = []
  const note: Task = async (_payload, { job }) => void begun.push(job.task_identifier)
  const tasks = { 'make-variants': note, 'import-pictures': note, 'copy-image': note }

  const client = await pool.connect()
  await runTaskListOnce({ logger: new Logger(() => () => {}) }, tasks, client)
  client.release()

  expect(begun).toEqual(['copy-image', 'make-variants', 'import-pictures'])
})

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
