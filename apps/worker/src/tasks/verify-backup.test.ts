import { open, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { openBackupBucket } from '@nightdesk/storage'
import { temporaryDirectory } from '@nightdesk/storage/testing'
import { startSlowBucket } from '@nightdesk/storage/testing-slow-bucket'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { backUp, verifyRecorded } from '../backups.ts'
import { readEnv } from '../env.ts'
import { ago, ctx, DAY, db, url } from '../testing.ts'

beforeEach(() => db.deleteFrom('backups').execute())

/** The context of a site with one backup, and the path of it. */
async function withBackup() {
  const BACKUP_DIR = await temporaryDirectory()
  const at = { ...ctx, settings: readEnv({ DATABASE_URL: url, BACKUP_DIR }) }
  await backUp(at, {})
  const [file = ''] = await readdir(BACKUP_DIR)
  return { at, path: join(BACKUP_DIR, file) }
}

const verdict = () =>
  db
    .selectFrom('backups')
    .select(['verified_at', 'seconds', 'stories', 'pictures', 'problem'])
    .executeTakeFirstOrThrow()

test('the newest backup is restored on trial, and its verdict is recorded', async () => {
  const { at } = await withBackup()

  await verifyRecorded(at, {})

  expect(await verdict()).toEqual({
    verified_at: expect.any(String),
    seconds: expect.any(Number),
    stories: 0,
    pictures: 0,
    problem: null,
  })
})

test('the verdict of a damaged backup names the damaged part', async () => {
  const { at, path } = await withBackup()
  await using handle = await open(path, 'r+')
  await handle.write('x', 600)

  await verifyRecorded(at, {})

  expect(await verdict()).toMatchObject({
    verified_at: expect.any(String),
    seconds: null,
    problem: expect.stringMatching(/^The backup is damaged: /),
  })
})

test('a backup in a bucket is copied to where the next trial deletes it, if this one is killed', async () => {
  await using server = await startSlowBucket()
  const { endpoint, bucket, accessKey, secretKey } = server.options
  const keys = { BACKUP_S3_ACCESS_KEY: accessKey, BACKUP_S3_SECRET_KEY: secretKey }
  const place = { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_BUCKET: bucket, ...keys }
  const settings = readEnv({ DATABASE_URL: url, ...place })
  const file = 'nightdesk-2026-11-01T000000.000Z.tar'
  await (await openBackupBucket(settings))?.write(file, Readable.from([Buffer.from('no archive')]), 10)
  await db
    .insertInto('backups')
    .values({ file, created_at: ago(DAY), bytes: 10, rows: 1, objects: 1 })
    .execute()
  const directory = await temporaryDirectory()
  vi.stubEnv('TMPDIR', directory)
  onTestFinished(() => void vi.unstubAllEnvs())
  server.faults.get = { answers_after: 500 }

  const trial = verifyRecorded({ ...ctx, settings }, {})

  await expect.poll(() => readdir(directory)).toEqual([expect.stringMatching(/^nightdesk-verify-/)])
  await trial
  expect(await verdict()).toMatchObject({ problem: expect.stringContaining('is not a backup of Nightdesk') })
  expect(await readdir(directory)).toEqual([])
})

test('a trial of the archive of WAL that could not be made leaves the whole job to be done again', async () => {
  const { at, path } = await withBackup()
  await writeFile(join(path, '..', 'wal'), 'no directory')

  await expect(
    verifyRecorded({ ...at, settings: { ...at.settings, BACKUP_WAL: 'on' } }, {}),
  ).rejects.toThrow()

  expect(await verdict()).toMatchObject({ verified_at: null })
})

test('without a backup there is nothing to verify', async () => {
  await verifyRecorded(ctx, {})
  await verifyRecorded(ctx, { backup_id: 999 })

  expect(await db.selectFrom('backups').select('id').execute()).toEqual([])
})
