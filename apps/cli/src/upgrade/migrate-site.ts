import { backupDirectory } from '@nightdesk/config'
import {
  connect,
  type Db,
  hasReached,
  migrate,
  pendingMigrations,
  schemaLevel,
  WHO_MIGRATES,
  withUpgradeLock,
} from '@nightdesk/db'
import { sql } from 'kysely'
import { requireConnection } from '../database.ts'
import type { DatabaseUrls, Env } from '../env.ts'

/**
 * Brings the database of a site to the newest schema, with a backup before that. Of several processes that start at once, one
 * does it and the others wait.
 * @returns after an upgrade, how to go back, in lines; null when nothing was pending
 * @throws when the backup fails, before anything is migrated
 */
export async function migrateSite(
  env: Env,
  { owner_url, url, isPooled }: DatabaseUrls,
): Promise<string | null> {
  await using owner = connect(owner_url, { max: 1, statementTimeout: 0 })
  const { db } = owner
  const applyMigrations = () => migrate(owner_url, url, { isPooled })
  await requireConnection(db)
  if (await hasReached(db, await schemaLevel())) {
    // The runtime role may be another one since.
    await applyMigrations()
    return null
  }
  return await withUpgradeLock(db, async (connection) => {
    const { isNew, files } = await pendingMigrations(connection)
    if (isNew || files.length === 0) {
      await applyMigrations()
      return null
    }
    await requireOwner(connection)
    const backup = env.BACKUP_BEFORE_UPGRADE === 'on' ? await backUp(env, connection, url) : null
    const way = wayBack(env, backup)
    await applyMigrations().catch((error) => {
      console.error(way)
      throw error
    })
    return way
  })
}

/** Otherwise every start would make a backup before it fails. */
async function requireOwner(db: Db): Promise<void> {
  const { rows } = await sql`
    select from pg_class
    where oid = 'kysely_migration'::regclass and pg_has_role(relowner, 'usage')`.execute(db)
  if (rows.length === 0) throw new Error(WHO_MIGRATES)
}

/** @returns the path of the backup. The next backup of the worker lists it. */
async function backUp(env: Env, db: Db, url: string): Promise<string> {
  // The code of backups takes memory, and this process lives long.
  const { findCurrentBackup, writeBackupOf } = await import('../backups.ts')
  try {
    const directory = backupDirectory(env)
    const current = await findCurrentBackup(db, directory)
    const path = current ?? (await writeBackupOf(env, url, directory)).path
    console.log(current ? `${path} has the site as it is` : `Wrote ${path} before the upgrade`)
    return path
  } catch (cause) {
    throw new Error(FAILED, { cause })
  }
}

const FAILED =
  'nothing was upgraded, as the backup before it has failed. Remove the cause, or start once with BACKUP_BEFORE_UPGRADE=off to upgrade without one'

/** How to go back to the release before, in lines. @param backup the one that was made before the upgrade */
function wayBack(env: Env, backup: string | null): string {
  const file = backup === null ? 'FILE' : `"${backup}"`
  // A bucket with files that are not in the backup, such as cards, is not restored into.
  const files = env.S3_BUCKET ? 'S3_BUCKET' : 'DATA_DIR'
  const addresses = (['DATABASE_DIRECT_URL', 'MIGRATION_DATABASE_URL'] as const).filter((name) => env[name])
  const steps = env.DATABASE_URL
    ? [
        `Stop Nightdesk. Create an empty database and an empty ${env.S3_BUCKET ? 'bucket' : 'directory'}, and set ${['DATABASE_URL', ...addresses].join(', ')} and ${files} to them.`,
        `In the directory of the release before: npm run nightdesk -- restore ${file}`,
      ]
    : [
        'Stop Nightdesk.',
        `In the directory of the release before: npm run nightdesk -- restore ${file} --replace`,
      ]
  return [
    'To go back to the release before:',
    ...[...steps, 'There: npm start'].map((step, index) => `  ${index + 1}. ${step}`),
    ...(backup ? [] : ['  FILE is the newest backup: none was made, as BACKUP_BEFORE_UPGRADE is off.']),
  ].join('\n')
}
