import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asOwner, createPublishedArticle, createTestDb, makeEarlier } from '@nightdesk/db/testing'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { supervised } from '../supervisor/testing.ts'
import { nightdesk } from '../testing.ts'

const { directory, start, startReady } = await supervised()

/** Settings of a site whose database the release before has migrated: a file of functions is new. */
async function siteOfBefore() {
  const database = await createTestDb()
  await asOwner(
    database.owner_url,
    sql`delete from migrated_functions where file = 'ageing'`,
    sql`delete from migrated_levels`,
  )
  const DATA_DIR = await mkdtemp(join(directory, 'site-'))
  onTestFinished(async () => {
    await database.close()
    await rm(DATA_DIR, { recursive: true, force: true })
  })
  const pending = async () => {
    const { rows } = await sql`select from migrated_functions where file = 'ageing'`.execute(database.db)
    return rows.length === 0
  }
  return {
    pending,
    db: database.db,
    owner_url: database.owner_url,
    env: { DATA_DIR, DATABASE_URL: database.url, MIGRATION_DATABASE_URL: database.owner_url },
  }
}

test('a start on newer code makes a backup, migrates, and prints the way back when the site does not answer as it should', async () => {
  const { env, pending, db } = await siteOfBefore()
  const { id } = await createPublishedArticle(db, 'The Lamp')

  // The server of this test knows no story, and answers everything else with 200.
  const { output } = await startReady(['server'], env)

  await expect
    .poll(output)
    .toContain(
      `The upgrade went wrong: /post/${id} answered 404, not 200; /admin/login answered 200, not 401.`,
    )
  const [file] = await readdir(join(env.DATA_DIR, 'backups'))
  const path = join(env.DATA_DIR, 'backups', file ?? '')
  expect(output()).toContain(`Wrote ${path} before the upgrade\n`)
  expect(output()).toContain(
    `2. In the directory of the release before: npm run nightdesk -- restore ${path}\n`,
  )
  expect(await pending()).toBe(false)
})

test('a start on a database of 0.1 makes a backup before that becomes one of 0.2', async () => {
  const { env, owner_url, db } = await siteOfBefore()
  await makeEarlier(owner_url)

  await startReady(['server'], env)

  expect(await readdir(join(env.DATA_DIR, 'backups'))).toHaveLength(1)
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  expect(rows[0]).toEqual({ name: '0101_accounts' })
})

test('of two processes that start at once on newer code, one makes the backup', async () => {
  const { env } = await siteOfBefore()

  await Promise.all([startReady(['server'], env), startReady(['server'], env)])

  expect(await readdir(join(env.DATA_DIR, 'backups'))).toHaveLength(1)
})

test('when the backup fails, nothing is upgraded, unless the switch is off', async () => {
  const { env, pending } = await siteOfBefore()
  const BACKUP_DIR = join(env.DATA_DIR, 'full')
  await writeFile(BACKUP_DIR, '')

  const { exited, output } = await start(['server'], { ...env, BACKUP_DIR })

  expect(await exited).toBe(1)
  expect(output()).toMatch(
    /Nightdesk cannot run: nothing was upgraded, .* BACKUP_BEFORE_UPGRADE=off .*ENOTDIR/,
  )
  expect(await pending()).toBe(true)
  await startReady(['server'], { ...env, BACKUP_DIR, BACKUP_BEFORE_UPGRADE: 'off' })
  expect(await pending()).toBe(false)
})

test('an upgrade that fails again and again makes one backup, and none without the role that owns the tables', async () => {
  const { env, owner_url } = await siteOfBefore()
  const { MIGRATION_DATABASE_URL: _, ...withoutOwner } = env
  // The file that is applied again cannot give it another result.
  const conflict = sql`drop function aged_until() cascade; create function aged_until() returns text language sql return 'x'`
  await asOwner(owner_url, conflict)

  const refused = await nightdesk(['upgrade'], withoutOwner)
  const [first, second] = [await nightdesk(['upgrade'], env), await nightdesk(['upgrade'], env)]

  expect(refused.stderr).toContain('which this role may not do. Set MIGRATION_DATABASE_URL')
  expect([refused.code, first.code, second.code]).toEqual([1, 1, 1])
  expect(second.stdout).toContain('has the site as it is')
  expect(await readdir(join(env.DATA_DIR, 'backups'))).toHaveLength(1)
})

test('a start without anything to upgrade makes no backup', async () => {
  const { env } = await siteOfBefore()
  await startReady(['server'], { ...env, BACKUP_BEFORE_UPGRADE: 'off' })

  const { output } = await startReady(['server'], env)

  expect(output()).not.toContain('upgrade')
  expect(await readdir(env.DATA_DIR)).not.toContain('backups')
})

test('the command does the same without starting the site', async () => {
  const { env, pending } = await siteOfBefore()

  const { stdout } = await nightdesk(['upgrade'], env)

  expect(stdout).toMatch(
    /^Wrote .*\.tar before the upgrade\nThe database was upgraded\. To go back to the release before:\n/,
  )
  expect(await pending()).toBe(false)
  expect(await nightdesk(['upgrade'], env)).toMatchObject({ stdout: 'The database is up to date.\n' })
})
