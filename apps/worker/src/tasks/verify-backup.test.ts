import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { backUp, verifyRecorded } from '../backups.ts'
import { readEnv } from '../env.ts'
import { ctx, db, url } from '../testing.ts'

beforeEach(() => db.deleteFrom('backups').execute())

/** The context of a site with one backup, and the path of it. */
async function withBackup() {
  const BACKUP_DIR = await mkdtemp(join(tmpdir(), 'nightdesk-backups-'))
  onTestFinished(() => rm(BACKUP_DIR, { recursive: true, force: true }))
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
