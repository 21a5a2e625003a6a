import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installationMark, setStorageProblem, storageProblem } from '@nightdesk/db'
import { createTestDb } from '@nightdesk/db/testing'
import { claimStore, createDiskStore, readOwner } from '@nightdesk/storage'
import { createS3Store } from '@nightdesk/storage/s3'
import { countObjects } from '@nightdesk/storage/testing'
import { missingS3Server, startS3Server } from '@nightdesk/storage/testing-s3'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { nightdesk } from '../testing.ts'

const missing = await missingS3Server()

test.skipIf(missing)(
  `storage move copies every file to the bucket and back${missing ? `. ${missing}` : ''}`,
  async () => {
    await using server = await startS3Server()
    const { endpoint, bucket, accessKey, secretKey } = server.options
    const DATA_DIR = await temporaryDirectory()
    const env = {
      DATA_DIR,
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
    }
    const disk = await createDiskStore(join(DATA_DIR, 'uploads'))
    for (const key of ['one', 'two', 'three']) await disk.put(key, Buffer.from(key))

    const there = await nightdesk(['storage', 'move', 's3'], env)

    expect(there).toMatchObject({ code: 0, stdout: expect.stringMatching(/^3 files copied, 0 were there/) })
    expect(await countObjects(createS3Store(server.options))).toEqual({ objects: 3, bytes: 11 })
    await disk.delete('two')
    const back = await nightdesk(['storage', 'move', 'disk'], env)
    expect(back).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 files copied, 2 were there/) })
    expect(await countObjects(disk)).toEqual({ objects: 3, bytes: 11 })
  },
  90_000,
)

test('storage claim marks the files as this site’s and has the worker look at them again', async () => {
  await using database = await createTestDb()
  const DATA_DIR = await temporaryDirectory()
  const disk = await createDiskStore(join(DATA_DIR, 'uploads'))
  await claimStore(disk, 'of another')
  await setStorageProblem(database.db, 'The stored files belong to another installation')

  const outcome = await nightdesk(['storage', 'claim'], { DATA_DIR, DATABASE_URL: database.url })

  expect(outcome).toMatchObject({ code: 0, stdout: expect.stringContaining('are this site’s') })
  expect(await readOwner(disk)).toBe(await installationMark(database.db))
  expect(await storageProblem(database.db)).toBeNull()
  const { rows } =
    await sql`select from graphile_worker.jobs where task_identifier = 'reconcile-storage'`.execute(
      database.db,
    )
  expect(rows).toHaveLength(1)
})

test.each([
  [['storage', 'move', 's3'], 'Set S3_ENDPOINT'],
  [['storage', 'move', 'tape'], 'not to tape'],
  [['storage', 'move'], 'Missing required positional argument'],
])('%s without what it needs is a mistake of usage', async (args, sentence) => {
  const { code, stderr } = await nightdesk(args, { DATA_DIR: await temporaryDirectory() })

  expect(code).toBe(2)
  expect(stderr).toContain(sentence)
})

async function temporaryDirectory() {
  const directory = await mkdtemp(join(tmpdir(), 'nightdesk-storage-cli-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}
