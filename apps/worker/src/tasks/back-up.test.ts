import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { writeBackup } from '@nightdesk/backup'
import { recordSigningKey } from '@nightdesk/db'
import { asOwner } from '@nightdesk/db/testing'
import { openBackupBucket } from '@nightdesk/storage'
import { type SlowBucket, startSlowBucket } from '@nightdesk/storage/testing-slow-bucket'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { backUp, verifyRecorded } from '../backups.ts'
import { readEnv } from '../env.ts'
import { addImage, ago, ctx, DAY, db, owner_url, url } from '../testing.ts'

beforeEach(() => db.deleteFrom('backups').execute())

async function backupsIn(BACKUP_DIR: string) {
  return { ...ctx, settings: readEnv({ DATABASE_URL: url, BACKUP_DIR }) }
}

async function emptyDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'nightdesk-backups-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

const files = async () =>
  (await db.selectFrom('backups').select('file').orderBy('created_at').execute()).map(({ file }) => file)

test('a backup is written and recorded with its contents', async () => {
  const directory = await emptyDirectory()
  await addImage(Buffer.from('a picture'))

  await backUp(await backupsIn(directory), {})

  const rows = await db.selectFrom('backups').selectAll().execute()
  expect(rows).toMatchObject([{ objects: 1, verified_at: null, problem: null }])
  expect(rows[0]?.rows).toBeGreaterThan(0)
  expect(await readdir(directory)).toEqual([rows[0]?.file])
})

test('backups past their retention are deleted, and those whose files are gone are forgotten', async () => {
  const directory = await emptyDirectory()
  const [gone, old] = ['gone.tar', 'nightdesk-2020-01-01T000000.000Z.tar']
  const values = { bytes: 1, rows: 1, objects: 1 }
  const others = Array.from({ length: 40 }, (_, age) => ({
    ...values,
    created_at: ago(age * DAY),
    file: `nightdesk-${ago(age * DAY).replaceAll(':', '')}.tar`,
  }))
  for (const { file } of [{ file: old }, ...others]) await writeFile(join(directory, file), 'an archive')
  await db
    .insertInto('backups')
    .values([
      { ...values, file: gone, created_at: ago(DAY) },
      { ...values, file: old, created_at: '2020-01-01T00:00:00.000Z' },
      ...others,
    ])
    .execute()

  await backUp(await backupsIn(directory), {})

  const left = await files()
  expect(left).not.toContain(gone)
  expect(left).not.toContain(old)
  expect(left.length).toBeLessThanOrEqual(11)
  expect((await readdir(directory)).sort()).toEqual(left)
})

test('backups of the command line count, and files of others are left alone', async () => {
  const directory = await emptyDirectory()
  const at = await backupsIn(directory)
  const other = 'nightdesk-2026-11-01T000000.000Z.tar'
  await writeFile(join(directory, other), 'no archive')
  await backUp(at, {})
  await db.deleteFrom('backups').execute()

  await backUp(at, {})

  // Of the two of this day, the last one is kept.
  expect((await readdir(directory)).sort()).toEqual([other, ...(await files())])
  expect(await files()).toHaveLength(1)
})

test('the last backup of before an upgrade is kept when later ones of its day are made', async () => {
  const directory = await emptyDirectory()
  const at = await backupsIn(directory)
  await backUp(at, {})
  const [wayBack] = await files()
  await asOwner(owner_url, sql`insert into kysely_migration values ('9999_later', now()::text)`)
  onTestFinished(() => asOwner(owner_url, sql`delete from kysely_migration where name = '9999_later'`))

  await backUp(at, {})
  await backUp(at, {})

  expect(await readdir(directory)).toEqual([wayBack, expect.any(String)])
})

test('a backup on the disk of another machine stays in the list, and is not tried here', async () => {
  const directory = await emptyDirectory()
  const at = await backupsIn(directory)
  await backUp(await backupsIn(await emptyDirectory()), {})
  const [elsewhere = ''] = await files()
  await db.updateTable('backups').set({ host: 'another' }).execute()
  await expect(verifyRecorded(at, {})).rejects.toThrow('not on this machine')

  await backUp(at, {})
  const [here = ''] = await readdir(directory)
  await using file = await open(join(directory, here), 'r+')
  await file.write('x', 600)
  await verifyRecorded(at, {})

  const tried = db.selectFrom('backups').select('file').where('verified_at', 'is not', null)
  expect(await files()).toEqual([elsewhere, here])
  expect(await tried.execute()).toEqual([{ file: here }])
})

const settingsOf = ({ options }: SlowBucket, DATA_DIR: string) =>
  readEnv({
    DATABASE_URL: url,
    DATA_DIR,
    BACKUP_S3_ENDPOINT: options.endpoint,
    BACKUP_S3_BUCKET: options.bucket,
    BACKUP_S3_ACCESS_KEY: options.accessKey,
    BACKUP_S3_SECRET_KEY: options.secretKey,
  })

test('with a bucket, the backups that upgrades leave on this machine are deleted when they are past their retention', async () => {
  await using server = await startSlowBucket()
  const DATA_DIR = await emptyDirectory()
  const directory = join(DATA_DIR, 'backups')
  const source = { url, storage: ctx.storage, settings: { DATA_DIR } }
  await writeBackup(source, directory)
  const { path } = await writeBackup(source, directory)

  await backUp({ ...ctx, settings: settingsOf(server, DATA_DIR) }, {})

  expect((await readdir(directory)).sort()).toEqual(['bucket', basename(path)])
})

test('backups in a bucket that a restored database does not know are listed, and deleted past their retention', async () => {
  await using server = await startSlowBucket()
  const settings = settingsOf(server, await emptyDirectory())
  const at = { ...ctx, settings }
  await backUp(at, {})
  const [wayBack = ''] = await files()
  await asOwner(owner_url, sql`insert into kysely_migration values ('9999_later', now()::text)`)
  onTestFinished(() => asOwner(owner_url, sql`delete from kysely_migration where name = '9999_later'`))
  await backUp(at, {})
  await db.deleteFrom('backups').execute()

  await backUp(at, {})

  const kept = [wayBack, expect.any(String)]
  expect(await files()).toEqual(kept)
  const inBucket = await openBackupBucket(settings)
  expect(await Array.fromAsync(inBucket?.list() ?? [], ({ key }) => key)).toEqual(kept)
})

test('a bucket that deletes nothing keeps every backup, and each is recorded', async () => {
  await using server = await startSlowBucket()
  const at = { ...ctx, settings: settingsOf(server, await emptyDirectory()) }
  server.faults = { delete: { fails: true } }

  await backUp(at, {})
  await backUp(at, {})

  expect(await files()).toHaveLength(2)
})

test('an upload to the bucket that a killed process left is deleted after a week, and a later one may still go on', async () => {
  await using server = await startSlowBucket()
  const { endpoint, bucket } = server.options
  const settings = settingsOf(server, await emptyDirectory())
  const begin = async (age: number) => {
    const key = `backups/nightdesk-${ago(age).replaceAll(':', '')}.tar`
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(ago(age)) })
    await fetch(`${endpoint}/${bucket}/${key}?uploads`, { method: 'POST' })
    vi.useRealTimers()
    return key
  }
  await begin(8 * DAY)
  const later = await begin(6 * DAY)

  await backUp({ ...ctx, settings }, {})

  expect(server.unfinished()).toEqual([later])
})

test('a key that only the server has is not in a backup, and the site is told', async () => {
  const directory = await emptyDirectory()
  const own = await backupsIn(directory)
  const settings = { ...own.settings, BACKUP_PASSPHRASE: 'correct horse battery staple' }
  await recordSigningKey(db, Buffer.from('a setting of the server'))

  await backUp({ ...own, settings }, {})

  expect(await db.selectFrom('backups').select('secrets').execute()).toEqual([
    { secrets: 'without signing key' },
  ])
})

test('after a failure the former backup and its record are as they were', async () => {
  const directory = await emptyDirectory()
  const at = await backupsIn(directory)
  await backUp(at, {})
  const before = await files()
  const storage = { ...ctx.storage, get: () => Promise.reject(new Error('out of ink')) }

  await expect(backUp({ ...at, storage }, {})).rejects.toThrow('out of ink')

  expect([await files(), await readdir(directory)]).toEqual([before, before])
})
