import { createTestDb } from '@nightdesk/db/testing'
import { expect, test } from 'vitest'
import { MAIN, nightdesk, temporaryDirectory } from '../testing.ts'

test('a backup without a passphrase warns and is listed, and what is no backup is neither restored nor proved', async () => {
  await using database = await createTestDb()
  const env = { DATABASE_URL: database.url, DATA_DIR: await temporaryDirectory() }

  expect(await nightdesk(['backup', 'verify'], env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no backup in'),
  })
  expect(await nightdesk(['backup'], env)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('The secrets of the site are not in this backup'),
  })
  expect(await database.db.selectFrom('backups').select(['secrets', 'verified_at']).execute()).toEqual([
    { secrets: 'none', verified_at: null },
  ])
  for (const command of [['restore'], ['backup', 'verify']])
    expect(await nightdesk([...command, MAIN], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not a backup of Nightdesk'),
    })
})
