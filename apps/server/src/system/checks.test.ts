import { randomUUID } from 'node:crypto'
import type { Check } from '@nightdesk/contracts'
import { addJob, connect } from '@nightdesk/db'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createCaller } from '../router.ts'
import { contextOf, createUser, db, dependencies, owner_url } from '../testing.ts'

/** An instant so many seconds ago. */
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

const admin = await createUser({ role: 'admin' })

beforeEach(async () => {
  await db.deleteFrom('workers').execute()
  await db.deleteFrom('job_runs').execute()
  await sql`delete from graphile_worker._private_jobs`.execute(db)
})

async function check(name: Check['name'], overrides = {}) {
  const checks = await createCaller(contextOf(admin, overrides)).system.checks({})
  const { is_fine, detail } = checks.find((one) => one.name === name) ?? {}
  return [is_fine, detail]
}

test('a worker is needed', async () => {
  expect(await check('worker')).toEqual([false, 'None. Start one, or look at why it ended in its log.'])

  const id = randomUUID()
  await db
    .insertInto('workers')
    .values({ id, name: 'desk', host: 'desk', pid: 1, status: 'running' })
    .execute()

  expect(await check('worker')).toEqual([true, 'One is.'])
})

test('the last failure is shown until the same job succeeds', async () => {
  const run = { attempt: 1, worker: 'desk', queue_id: 'q', queued_at: ago(9), finished_at: ago(5) }
  await db
    .insertInto('job_runs')
    .values({ ...run, job_id: 1, name: 'view-months', status: 'failed', error: 'out of ink' })
    .execute()
  expect(await check('jobs')).toEqual([false, 'view-months: out of ink'])

  await db
    .insertInto('job_runs')
    .values({ ...run, job_id: 2, name: 'view-months', status: 'done' })
    .execute()

  expect(await check('jobs')).toMatchObject([true, expect.stringMatching(/^None/)])
})

test('a queue without a worker is reported', async () => {
  expect(await check('queue')).toEqual([true, 'Nothing waits.'])
  const id = await addJob(db, 'purge-expired', {})
  await sql`update graphile_worker._private_jobs set run_at = ${ago(100)} where id = ${id}`.execute(db)

  expect(await check('queue')).toMatchObject([
    false,
    expect.stringMatching(/^1 waiting, the oldest for 1\d\d s\.$/),
  ])
})

test('a running worker with a wrong clock is reported', async () => {
  const worker = { host: 'desk', pid: 1, status: 'running' } as const
  await db
    .insertInto('workers')
    .values([
      { ...worker, id: randomUUID(), name: 'fast', clock_ahead: 3600.4 },
      { ...worker, id: randomUUID(), name: 'slow', clock_ahead: -61 },
      { ...worker, id: randomUUID(), name: 'right', clock_ahead: 0.2 },
      { ...worker, id: randomUUID(), name: 'gone', clock_ahead: 7200, status: 'stopped' },
    ])
    .execute()

  expect(await check('clock')).toEqual([false, 'fast is 3600 s ahead. slow is 61 s behind.'])
})

test('a role that could change the audit log is reported, but is no fault', async () => {
  expect(await check('database')).toMatchObject([true, expect.stringMatching(/^It answered in \d+ ms\.$/)])

  const owner = connect(owner_url)
  onTestFinished(owner.close)
  expect(await check('database', { db: owner.db })).toMatchObject([
    true,
    expect.stringMatching(
      /^It answered in \d+ ms\. Its role could change the audit log: with MIGRATION_DATABASE_URL, /,
    ),
  ])
})

test('a failing storage is shown without its reason, next to the other checks', async () => {
  const storage = { ...dependencies.storage, check: () => Promise.reject(new Error('/secret/path')) }

  expect(await check('storage', { storage })).toEqual([
    false,
    'It could not be reached. The log of the server says why.',
  ])
  expect(await check('database', { storage })).toMatchObject([
    true,
    expect.stringMatching(/^It answered in \d+ ms/),
  ])
  expect(await check('clock', { storage })).toEqual([true, 'They agree.'])
})
