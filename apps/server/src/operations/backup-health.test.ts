import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { contextOf, createCaller, createUser, db, dependencies } from '../testing.ts'

const admin = await createUser({ role: 'admin' })
const daily = {
  ...dependencies.health_settings.backups,
  interval: 'day' as const,
  bucket: 'https://s3/backups',
}

beforeEach(() => db.deleteFrom('backups').execute())

async function health(plan = {}, settings = {}) {
  const health_settings = { ...dependencies.health_settings, ...settings, backups: { ...daily, ...plan } }
  const caller = createCaller(contextOf(admin, { health_settings }))
  const [{ problem, warning }, checks] = await Promise.all([
    caller.backups.list({}),
    caller.system.checks({}),
  ])
  const check = checks.find(({ name }) => name === 'backups')
  return { problem, warning, is_fine: check?.is_fine, detail: check?.detail }
}

/** Adds a backup that was made and verified so many days ago. */
async function addBackup(made: number, verified: number | null, problem: string | null = null) {
  const ago = (days: number) => sql<string>`now() - make_interval(days => ${days})`
  const proof = verified !== null && {
    verified_at: ago(verified),
    ...{ seconds: 41, stories: 2, versions: 3, pictures: 1, problem },
  }
  await db
    .insertInto('backups')
    .values({ file: `${made}.tar`, created_at: ago(made), bytes: 1, rows: 1, objects: 1, ...proof })
    .execute()
}

test('a young site without a proof is fine', async () => {
  expect(await health()).toEqual({
    problem: null,
    warning: null,
    is_fine: true,
    detail: 'The first trial restore runs on Sunday.',
  })
})

test('a backup that was proved recently is fine', async () => {
  await addBackup(0, null)
  await addBackup(3, 3)

  expect(await health()).toMatchObject({
    problem: null,
    is_fine: true,
    detail: 'The last one was 3 days ago.',
  })
})

test('a proof that is older than 14 days is a problem', async () => {
  await addBackup(0, null)
  await addBackup(15, 15)

  expect(await health()).toMatchObject({
    problem: 'The last verified restore was 15 days ago.',
    is_fine: false,
  })
})

test('a backup that did not come back is a problem, although an earlier one did', async () => {
  await addBackup(3, 3)
  await addBackup(0, 0, 'The backup is damaged.')

  expect(await health()).toMatchObject({
    problem: 'The last trial restore has failed: The backup is damaged.',
    is_fine: false,
  })
})

test('backups that are no longer made are a problem', async () => {
  await addBackup(4, 2)

  expect(await health()).toMatchObject({ problem: 'The newest backup is 4 days old.', is_fine: false })
})

test('backups beside the uploads are warned of', async () => {
  const onDisk = { bucket: null, uploads_bucket: null }
  const inBucket = { bucket: 'https://s3/a', uploads_bucket: 'https://s3/a' }

  expect(await health(onDisk)).toMatchObject({
    warning: expect.stringContaining('on the disk of the site'),
  })
  expect(await health(inBucket)).toMatchObject({
    warning: expect.stringContaining('in the bucket of the uploads'),
  })
})

test('backups beside the embedded database are warned of, also when the uploads are in a bucket', async () => {
  const data_dir = await mkdtemp(join(tmpdir(), 'nightdesk-health-'))
  onTestFinished(() => rm(data_dir, { recursive: true }))
  await mkdir(join(data_dir, 'postgres', 'cluster'), { recursive: true })
  const plan = { bucket: null, directory: data_dir, uploads_bucket: 'https://s3/a' }

  expect(await health(plan, { data_dir })).toMatchObject({
    warning: expect.stringContaining('on the disk of the site'),
  })
  expect(await health(plan)).toMatchObject({ warning: null })
})

test('a data directory in which a server stores nothing need not be writable', async () => {
  const checksWith = async (uploads_bucket: string | null) => {
    const backups = { ...daily, uploads_bucket }
    const settings = { ...dependencies.health_settings, backups, has_secret: true, data_dir: '/nowhere' }
    const found = await createCaller(contextOf(admin, { health_settings: settings })).system.checks({})
    return found.filter(({ name }) => name === 'data').map(({ is_fine }) => is_fine)
  }

  expect([await checksWith(null), await checksWith('https://s3/a')]).toEqual([[false], []])
})

test('backups of a clock that was ahead hide neither an overdue backup nor an old proof', async () => {
  await addBackup(15, 15)
  await addBackup(-400, -400)

  expect(await health()).toMatchObject({ problem: 'The newest backup is 15 days old.', is_fine: false })
})

test('a backup without all secrets is warned of', async () => {
  await addBackup(0, 0)
  const withSecrets = async (secrets: 'all' | 'without signing key' | 'none') => {
    await db.updateTable('backups').set({ secrets }).execute()
    return (await health()).warning
  }

  expect(await withSecrets('all')).toBeNull()
  expect(await withSecrets('without signing key')).toContain('JWT_SECRET is a setting')
  expect(await withSecrets('none')).toContain('Set BACKUP_PASSPHRASE or BACKUP_RECIPIENT')
})

test('a site that is backed up otherwise is advised, and has no problem', async () => {
  expect(await health({ interval: 'off' })).toMatchObject({
    problem: null,
    warning: expect.stringContaining('Nightdesk makes no backups'),
    is_fine: true,
  })
})
