import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDb } from '../testing.ts'
import { addJob } from './jobs.ts'

const { db, close } = await createTestDb()
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
