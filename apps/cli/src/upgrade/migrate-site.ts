import { backupDirectory } from '@nightdesk/config'
import {
  connect,
  type Db,
  hasReached,
  migrate,
  pendingMigrations,
  schemaLevel,
  withUpgradeLock,
} from '@nightdesk/db'
import type { DatabaseUrls } from '../database-urls.ts'
import type { Env } from '../env.ts'
import { wayBack } from './way-back.ts'

/**
 * Brings the database of a site to the newest schema, with a backup before that. Of several processes that start at once, one
 * does it and the others wait.
 * @returns after an upgrade, how to go back, in lines; null when nothing was pending
 * @throws when the backup fails, before anything is migrated
 */
export async function migrateSite(env: Env, database: DatabaseUrls): Promise<string | null> {
  const { db, close } = connect(database.owner_url, { max: 1, statementTimeout: 0 })
  return upgradeOnce(db, env, database).finally(close)
}

async function upgradeOnce(db: Db, env: Env, database: DatabaseUrls): Promise<string | null> {
  const { owner_url, direct_url, isPooled } = database
  const bringUp = () => migrate(owner_url, direct_url, { isPooled })
  if (await hasReached(db, await schemaLevel())) {
    // The runtime role may be another one since.
    await bringUp()
    return null
  }
  return withUpgradeLock(db, async (connection) => {
    const { isNew, files } = await pendingMigrations(connection)
    if (isNew || files.length === 0) {
      await bringUp()
      return null
    }
    const backup = env.BACKUP_BEFORE_UPGRADE === 'on' ? await backUp(env, direct_url) : null
    const way = wayBack(env, backup)
    await bringUp().catch((error) => {
      console.error(way)
      throw error
    })
    return way
  })
}

/** @returns the path of the backup. The next backup of the worker lists it. */
async function backUp(env: Env, url: string): Promise<string> {
  // The code of backups takes memory, and this process lives long.
  const { writeBackupOf } = await import('../backup/write.ts')
  try {
    const { path } = await writeBackupOf(env, url, backupDirectory(env))
    console.log(`Wrote ${path} before the upgrade`)
    return path
  } catch (cause) {
    throw new Error(FAILED, { cause })
  }
}

const FAILED =
  'nothing was upgraded, as the backup before it has failed. Remove the cause, or start once with BACKUP_BEFORE_UPGRADE=off to upgrade without one'
