import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Check, WORK_CHECKS } from '@nightdesk/contracts'
import { addJob, connect } from '@nightdesk/db'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { as, contextOf, createCaller, createUser, db, dependencies, owner_url } from '../testing.ts'

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
  const { is_fine, detail, advice } = checks.find((one) => one.name === name) ?? {}
  return [is_fine, detail, advice]
}

test('a worker is needed', async () => {
  expect(await check('worker')).toEqual([false, 'None.', 'Start one, or look at why it ended in its log.'])

  const id = randomUUID()
  await db
    .insertInto('workers')
    .values({ id, name: 'desk', host: 'desk', pid: 1, status: 'running' })
    .execute()

  expect(await check('worker')).toEqual([true, 'One is.', null])
})

test('a database that should archive its changes, and does not, is named; otherwise nothing is said', async () => {
  expect(await check('wal')).toEqual([undefined, undefined, undefined])

  const { health_settings } = dependencies
  const backups = { ...health_settings.backups, wal_directory: '/nowhere' }

  expect(await check('wal', { health_settings: { ...health_settings, backups } })).toMatchObject([
    false,
    'Postgres archives no WAL.',
    expect.stringContaining('Restart Nightdesk'),
  ])
})

test('the last failure is shown until the same job succeeds', async () => {
  const run = { attempt: 1, worker: 'desk', queue_id: 'q', queued_at: ago(9), finished_at: ago(5) }
  await db
    .insertInto('job_runs')
    .values({ ...run, job_id: 1, name: 'view-months', status: 'failed', error: 'out of ink' })
    .execute()
  expect(await check('jobs')).toMatchObject([
    false,
    'view-months: out of ink',
    expect.stringMatching(/^Mend the cause/),
  ])

  await db
    .insertInto('job_runs')
    .values({ ...run, job_id: 2, name: 'view-months', status: 'done' })
    .execute()

  expect(await check('jobs')).toMatchObject([true, expect.stringMatching(/^None/), null])
})

test('a queue without a worker is reported', async () => {
  expect(await check('queue')).toEqual([true, 'Nothing waits.', null])
  const id = await addJob(db, 'purge-expired', {})
  await sql`update graphile_worker._private_jobs set run_at = ${ago(100)} where id = ${id}`.execute(db)

  expect(await check('queue')).toMatchObject([
    false,
    expect.stringMatching(/^1 waiting, the oldest for 1\d\d s\.$/),
    expect.stringMatching(/^Look whether a worker runs/),
  ])
})

test('a job that waits for another one of its queue waits for no worker', async () => {
  const begun = await addJob(db, 'run-import', { import_id: 1 }, { queue: 'imports' })
  const waiting = await addJob(db, 'run-import', { import_id: 2 }, { queue: 'imports' })
  await sql`update graphile_worker._private_jobs set run_at = ${ago(100)} where id = ${waiting}`.execute(db)
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'desk' where id = ${begun}`.execute(
    db,
  )

  expect(await check('queue')).toEqual([true, 'Nothing waits.', null])
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

  expect(await check('clock')).toEqual([
    false,
    'fast is 3600 s ahead. slow is 61 s behind.',
    'Let all machines take their time from a time server.',
  ])
})

test('a role that could change the audit log is reported, but is no fault', async () => {
  expect(await check('database')).toMatchObject([
    true,
    expect.stringMatching(/^It answered in \d+ ms\.$/),
    null,
  ])

  const owner = connect(owner_url)
  onTestFinished(owner.close)
  expect(await check('database', { db: owner.db })).toMatchObject([
    true,
    expect.stringMatching(/^It answered in \d+ ms\. Its role could change the audit log\.$/),
    expect.stringMatching(/^With MIGRATION_DATABASE_URL, /),
  ])
})

test('a failing storage is shown without its reason, next to the other checks', async () => {
  const storage = { ...dependencies.storage, put: () => Promise.reject(new Error('/secret/path')) }

  expect(await check('storage', { storage })).toEqual([
    false,
    'It could not be reached.',
    'The log of the server says why.',
  ])
  expect(await check('database', { storage })).toMatchObject([
    true,
    expect.stringMatching(/^It answered in \d+ ms/),
    null,
  ])
  expect(await check('clock', { storage })).toEqual([true, 'They agree.', null])
})

test('only the checks of background work are carried out when they are asked for', async () => {
  const checks = await as(admin).system.checks({ scope: 'work' })

  expect(checks.map(({ name }) => name)).toEqual([...WORK_CHECKS])
})

const settings = { ...dependencies.health_settings, url: 'https://example.org' }

test.each([
  ['address', true, { url: 'https://example.org' }],
  ['address', true, { url: 'http://127.0.0.1:3000' }],
  ['address', false, { url: 'http://example.org' }],
  ['data', false, { data_dir: '/nowhere' }],
  ['room', true, { storage_limit: 0 }],
  ['mail', true, { smtp_url: undefined }],
  ['mail', false, { smtp_url: 'smtp://127.0.0.1:1' }],
  ['cdn', true, { has_cdn: true }],
] as const)('%s is fine: %s, with %j', async (name, isFine, changed) => {
  const [is_fine] = await check(name, { health_settings: { ...settings, ...changed } })

  expect(is_fine).toBe(isFine)
})

test('a signing key that others can read is reported', async () => {
  const data_dir = await mkdtemp(join(tmpdir(), 'nightdesk-checks-'))
  onTestFinished(() => rm(data_dir, { recursive: true }))
  const health_settings = { ...settings, data_dir, has_secret: false }
  await writeFile(join(data_dir, 'jwt.key'), 'secret', { mode: 0o600 })
  expect(await check('key', { health_settings })).toMatchObject([true, expect.any(String), null])

  await chmod(join(data_dir, 'jwt.key'), 0o644)

  expect(await check('key', { health_settings })).toMatchObject([
    false,
    expect.stringMatching(/^Others on this machine can read /),
    expect.stringMatching(/^Run `chmod 600 /),
  ])
})

test('files of another installation, missing files and a full storage are reported', async () => {
  await db
    .insertInto('stored_objects')
    .values({ key: 'gone', bytes: 95, missing_since: ago(60) })
    .execute()
  const storage = { ...dependencies.storage, get: async () => Readable.from('nightdesk of another') }

  expect(await check('owner', { storage })).toMatchObject([
    false,
    'Another database has claimed them, so none is deleted.',
    expect.stringContaining('nightdesk storage claim'),
  ])
  expect(await check('files')).toMatchObject([false, 'One file is missing.', expect.any(String)])
  expect(await check('room', { health_settings: { ...settings, storage_limit: 100 } })).toMatchObject([
    true,
    '95.00 B of 100.00 B are used, 95 %.',
    expect.stringMatching(/^Raise STORAGE_LIMIT_BYTES/),
  ])
})

test('a site without an active admin is reported', async () => {
  expect(await check('admin')).toMatchObject([true, expect.stringMatching(/active\.$/), null])
  await db.updateTable('users').set({ status: 'disabled' }).where('id', '=', admin.id).execute()
  onTestFinished(async () => {
    await db.updateTable('users').set({ status: 'active' }).where('id', '=', admin.id).execute()
  })

  expect(await check('admin')).toMatchObject([false, 'No admin is active.', expect.any(String)])
})
