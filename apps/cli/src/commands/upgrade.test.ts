import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, createTestDb, makeEarlier } from '@nightdesk/db/testing'
import { temporaryDirectory } from '@nightdesk/storage/testing'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { sharedNightdesk } from '../testing.ts'

const nightdesk = sharedNightdesk()

async function siteOfBefore() {
  const database = await createTestDb()
  await makeEarlier(database.owner_url, { withoutLast: true })
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'nightdesk-upgrade-'))
  onTestFinished(async () => {
    await database.close()
    await rm(DATA_DIR, { recursive: true })
  })
  const env = { DATA_DIR, DATABASE_URL: database.url, MIGRATION_DATABASE_URL: database.owner_url }
  return { database, env }
}

test('upgrade --check says what the migrations lock, and looks at disk, Postgres and backups', async () => {
  const { env } = await siteOfBefore()

  const { code, stdout } = await nightdesk(['upgrade', '--check'], env)

  expect(stdout).toMatch(
    /^! Nobody waits for the migrations: Pending: series_of_0\.2, 0109_import_details, 0110_keys, 0111_site, 0112_pages, 0113_import_addresses, 0114_unused, 0115_old_dates, 0116_search_words, 0117_search_slashes, functions\/search, functions\/stories, functions\/uses\. Meanwhile nobody reads or writes images \([\d.]+ KB\), backups .*, people .*\. Meanwhile nobody writes users \([\d.]+ KB\)\. Rows are changed in search_documents \([\d.]+ KB\)\.\n {4}Upgrade when few people write\./,
  )
  expect(stdout).toMatch(
    /\n✓ The disk has room for the upgrade: Database and uploads have [\d.]+ MB; .* are free/,
  )
  expect(stdout).toMatch(/\n✓ This version of Postgres is supported: It is PostgreSQL 1[5-8]/)
  expect(stdout).toMatch(/\n! A backup of the last two weeks has been verified: None has been verified\.\n/)
  expect(stdout).toMatch(/\n4 checks\. Nothing is wrong\.\n$/)
  expect(code).toBe(0)
})

test('upgrade --check finds nothing wrong with a new database', async () => {
  const { url, drop } = await createDatabase()
  onTestFinished(() => drop())
  const DATA_DIR = await temporaryDirectory()

  const { code, stdout } = await nightdesk(['upgrade', '--check'], { DATA_DIR, DATABASE_URL: url })

  expect(stdout).toMatch(/^✓ .* The database is new\.\n✓ The disk .* The database is new\.\n/)
  expect(code).toBe(0)
})

test('upgrade --check exits with 1 when the newest verified backup is old', async () => {
  const { env, database } = await siteOfBefore()
  await database.db
    .insertInto('backups')
    .values({ file: 'a', created_at: sql`now() - interval '20 days'`, bytes: 1, rows: 1, objects: 0 })
    .execute()
  await sql`update backups set verified_at = now(), seconds = 1, stories = 1, versions = 1, pictures = 1`.execute(
    database.db,
  )

  const { code, stdout } = await nightdesk(['upgrade', '--check', '--json'], env)

  expect(JSON.parse(stdout)).toContainEqual({
    name: 'backup',
    is_fine: false,
    detail: 'The newest verified one is 20 days old.',
    advice: 'Choose Back up now and then Verify now in system status, before you upgrade.',
  })
  expect(code).toBe(1)
})
