import { join } from 'node:path'
import { connect, migrateToLevel } from '@nightdesk/db'
import { asOwner, makeEarlier } from '@nightdesk/db/testing'
import { createDiskStore } from '@nightdesk/storage'
import { temporaryDirectory } from '@nightdesk/storage/testing'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createEmptyTarget, createSite } from '../testing.ts'
import { restoreUntil } from '../wal/restore-until.ts'
import { addUser, createArchivedSite } from '../wal/testing.ts'
import { writeBackup } from '../write-backup.ts'
import { restoreBackup } from './restore-backup.ts'

test.each([
  [{ withoutLast: false }, '0039_backup_origins'],
  [{ withoutLast: true }, '0033_export_ebooks'],
])('a backup of 0.1, %j, is restored, also after a kill', async (options, level) => {
  const site = await createSite()
  await makeEarlier(site.owner_url, options)
  const { path, manifest } = await writeBackup(site.source, await temporaryDirectory())
  const target = await createEmptyTarget()
  // As a restore that was killed has left it.
  await migrateToLevel(target.database.owner_url, level)

  await restoreBackup(path, target, { key: null, replace: false })

  expect(manifest.level).toBe(level)
  const { db, close } = connect(target.database.url)
  onTestFinished(close)
  expect(await db.selectFrom('article_versions').select('title').execute()).toHaveLength(1)
})

test('a backup of before 0.1 is refused', async () => {
  const site = await createSite()
  await makeEarlier(site.owner_url)
  await asOwner(site.owner_url, sql`delete from kysely_migration where name > '0021'`)
  const { path } = await writeBackup(site.source, await temporaryDirectory())

  await expect(restoreBackup(path, await createEmptyTarget(), { key: null, replace: false })).rejects.toThrow(
    'The backup is of a version before 0.1.',
  )
})

/** @returns a stopped site with Ada and Grace, and a restore of it to the moment before Grace */
async function siteOfEarlier(...further: Parameters<typeof asOwner>[1][]) {
  const site = await createArchivedSite()
  const storage = await createDiskStore(join(site.data_dir, 'uploads'))
  await makeEarlier(site.postgres.owner_url)
  await asOwner(site.postgres.owner_url, ...further)
  await site.run()
  await addUser(site.db, 'ada@example.org')
  // A moment has milliseconds.
  await sql`select pg_sleep(0.01)`.execute(site.db)
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(site.db)
  await sql`select pg_sleep(0.01)`.execute(site.db)
  await addUser(site.db, 'grace@example.org')
  await site.stop()
  const until = new Date(rows[0]!.now).toISOString() // a select without from has one row
  const { data_dir, archive } = site
  const target = { data_dir, archive, backups: join(data_dir, 'backups'), storage }
  return { site, restore: () => restoreUntil(until, target, { replace: true }) }
}

test('a site goes back to a moment before its database was one of 0.2', async () => {
  const { site, restore } = await siteOfEarlier()

  await restore()

  const { db } = await site.restart()
  expect(await db.selectFrom('users').select('username').execute()).toEqual([{ username: 'ada@example.org' }])
})

test('a moment of before 0.1 is refused as one of an earlier version', async () => {
  const { restore } = await siteOfEarlier(sql`delete from kysely_migration where name > '0021'`)

  await expect(restore()).rejects.toThrow('The site of that moment is of a version before 0.1')
})
