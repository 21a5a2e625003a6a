import { join } from 'node:path'
import { installationMark, setStorageProblem, storageProblem } from '@nightdesk/db'
import { createTestDb } from '@nightdesk/db/testing'
import { claimStore, createDiskStore, readOwner } from '@nightdesk/storage'
import { temporaryDirectory } from '@nightdesk/storage/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedNightdesk } from '../testing.ts'

const nightdesk = sharedNightdesk()

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
  [['storage', 'move'], "Missing required argument 'to'"],
])('%s without what it needs is a mistake of usage', async (args, sentence) => {
  const { code, stderr } = await nightdesk(args, { DATA_DIR: await temporaryDirectory() })

  expect(code).toBe(2)
  expect(stderr).toContain(sentence)
})
