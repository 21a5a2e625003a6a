import { copyFile, mkdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { recordSigningKey } from '@nightdesk/db'
import { createDatabase, createTestDb } from '@nightdesk/db/testing'
import { temporaryDirectory } from '@nightdesk/storage/testing'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { MAIN, sharedNightdesk } from '../testing.ts'

const nightdesk = sharedNightdesk()

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
  // The worker has a copy of the newest one there when the others are in a bucket.
  const bucket = join(env.DATA_DIR, 'backups', 'bucket')
  await mkdir(bucket)
  await copyFile(MAIN, join(bucket, 'nightdesk-2999-01-01T000000.000Z.tar'))
  expect(await nightdesk(['backup', 'verify'], env)).toMatchObject({
    stderr: expect.stringContaining(`${bucket}/nightdesk-2999-01-01T000000.000Z.tar is not a backup`),
  })
})

test('a backup in a relative BACKUP_DIR is named by its whole path, which leads to it from the directory of another release', async () => {
  await using database = await createTestDb()
  const DATA_DIR = await temporaryDirectory()
  const BACKUP_DIR = relative(process.cwd(), DATA_DIR)

  const { stdout } = await nightdesk(['backup'], { DATABASE_URL: database.url, DATA_DIR, BACKUP_DIR })

  expect(stdout).toContain(`Wrote ${DATA_DIR}/nightdesk-`)
})

test('among the backups of several sites, one has to be named', async () => {
  await using database = await createTestDb()
  const env = { DATABASE_URL: database.url, DATA_DIR: await temporaryDirectory() }
  await nightdesk(['backup'], env)
  await sql`update installation set id = gen_random_uuid()`.execute(database.db)
  await nightdesk(['backup'], env)

  expect(await nightdesk(['backup', 'verify'], env)).toMatchObject({
    code: 1,
    stderr: `${join(env.DATA_DIR, 'backups')} has the backups of several sites: name one\n`,
  })
})

test.skipIf(process.platform !== 'linux')(
  'a backup to a place that takes no directories says so, and does not try for ever',
  async () => {
    await using database = await createTestDb()
    const env = { DATABASE_URL: database.url, DATA_DIR: await temporaryDirectory() }

    expect(await nightdesk(['backup', '--to', '/proc/backups/nightdesk'], env)).toMatchObject({
      code: 1,
      stderr: '/proc takes no new directory.\n',
    })
  },
)

test('a restore says that authenticator apps have to be set up again only where the key is another one', async () => {
  await using database = await createTestDb()
  const DATA_DIR = await temporaryDirectory()
  const JWT_SECRET = 'of the site of before, in 32 bytes'
  await recordSigningKey(database.db, Buffer.from(JWT_SECRET))
  const { stdout } = await nightdesk(['backup'], { DATABASE_URL: database.url, DATA_DIR, JWT_SECRET })
  const [, file = ''] = /Wrote (.*?):/.exec(stdout) ?? []
  const restoreWith = async (secrets: Record<string, string>) => {
    const { url, owner_url, drop } = await createDatabase()
    onTestFinished(() => drop())
    const env = { DATABASE_URL: url, MIGRATION_DATABASE_URL: owner_url, DATA_DIR: await temporaryDirectory() }
    return (await nightdesk(['restore', file], { ...env, ...secrets })).stdout
  }

  const same = await restoreWith({ JWT_SECRET })
  expect(same).toContain('\nSecrets   new ones: visitors of before count as new\n')
  expect(same).toContain('\nKey       JWT_SECRET is that of the site in the backup\n')
  expect(await restoreWith({ JWT_SECRET: 'of another site, also in 32 bytes' })).toMatch(
    /\nKey +JWT_SECRET is not that of the site in the backup: authenticator apps have to be set up again/,
  )
  expect(await restoreWith({})).toMatch(/\nKey +a new one: authenticator apps have to be set up again\n/)
})
