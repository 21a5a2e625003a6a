import { randomUUID } from 'node:crypto'
import { addJob, connect, STALE_AFTER } from '@nightdesk/db'
import { runTaskListOnce, type Task } from 'graphile-worker'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { ago, db, HOUR, log, url } from './testing.ts'
import { queueLogger, sweep } from './worker.ts'

beforeEach(async () => {
  await db.deleteFrom('workers').execute()
  await sql`delete from graphile_worker._private_jobs`.execute(db)
})

/** A job that was locked so many seconds ago. @returns its id */
async function addHeldJob(queueId: string, secondsAgo: number) {
  const id = await addJob(db, 'purge-expired', {})
  await sql`
    update graphile_worker._private_jobs set locked_by = ${queueId}, locked_at = ${ago(secondsAgo)}
    where id = ${id}`.execute(db)
  return id
}

const addWorker = (queueId: string, secondsAgo: number, status: 'running' | 'stopped' = 'running') =>
  db
    .insertInto('workers')
    .values({
      id: randomUUID(),
      name: queueId,
      host: 'desk',
      pid: 1,
      status,
      last_heartbeat: ago(secondsAgo),
      queue_ids: [queueId],
    })
    .execute()

test('a job that runs for more than four hours is not given to another worker', async () => {
  await addWorker('alive', 5)
  await addHeldJob('alive', 5 * HOUR)
  const next = await addJob(db, 'purge-expired', {})

  await sweep(db, log)

  const begun: string[] = []
  const other = connect(url)
  onTestFinished(other.close)
  const client = await other.pool.connect()
  const task: Task = async (_payload, { job }) => void begun.push(String(job.id))
  await runTaskListOnce({ logger: queueLogger(log) }, { 'purge-expired': task }, client)
  client.release()
  expect(begun).toEqual([next])
})

async function free() {
  const { rows } = await sql<{ id: string }>`
    select id::text from graphile_worker.jobs where locked_at is null order by id`.execute(db)
  return rows.map(({ id }) => id)
}

test('jobs of a worker without heartbeats are released, those of others are not', async () => {
  await addWorker('alive', 5)
  await addWorker('dead', STALE_AFTER + 5)
  await addHeldJob('alive', 600)
  const lost = await addHeldJob('dead', STALE_AFTER + 10)

  await sweep(db, log)

  expect(await free()).toEqual([lost])
})

test('jobs of an unknown worker are released, after the time that a new worker needs to register', async () => {
  const lost = await addHeldJob('unknown', STALE_AFTER + 5)
  await addHeldJob('new', 5)

  await sweep(db, log)

  expect(await free()).toEqual([lost])
})

test('jobs of a stopped worker are released', async () => {
  await addWorker('stopped', 5, 'stopped')
  const lost = await addHeldJob('stopped', STALE_AFTER + 5)

  await sweep(db, log)

  expect(await free()).toEqual([lost])
})
