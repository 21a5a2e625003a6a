import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asOwner, makeEarlier } from '@nightdesk/db/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { supervised } from '../supervisor/testing.ts'
import { nightdesk } from '../testing.ts'
import { siteOfBefore } from './testing.ts'

const { directory, start, startReady } = await supervised()

test('a start on a database of 0.1 makes a backup before that becomes one of 0.2', async () => {
  const { env, owner_url, db } = await siteOfBefore(directory)
  await makeEarlier(owner_url)

  await startReady(['server'], env)

  expect(await readdir(join(env.DATA_DIR, 'backups'))).toHaveLength(1)
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  expect(rows[0]).toEqual({ name: '0101_accounts' })
})

test('of two processes that start at once on newer code, one makes the backup', async () => {
  const { env } = await siteOfBefore(directory)

  await Promise.all([startReady(['server'], env), startReady(['server'], env)])

  expect(await readdir(join(env.DATA_DIR, 'backups'))).toHaveLength(1)
})

test('when the backup fails, nothing is upgraded, unless the switch is off', async () => {
  const { env, pending } = await siteOfBefore(directory)
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
  const { env, owner_url } = await siteOfBefore(directory)
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

test('the command does the same without starting the site', async () => {
  const { env, pending } = await siteOfBefore(directory)

  const { stdout } = await nightdesk(['upgrade'], env)

  expect(stdout).toMatch(
    /^Wrote .*\.tar before the upgrade\nThe database was upgraded\. To go back to the release before:\n/,
  )
  expect(await pending()).toBe(false)
  expect(await nightdesk(['upgrade'], env)).toMatchObject({ stdout: 'The database is up to date.\n' })
})
