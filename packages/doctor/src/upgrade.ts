import { formatBytes } from '@nightdesk/contracts/files'
import { type Db, hasTable, type LockedTable, lockedTables, pendingMigrations } from '@nightdesk/db'
import { diskSpace } from '@nightdesk/storage'
import { sql } from 'kysely'
import { type CheckOf, carryOut, type Finding, fault, fine, hint } from './check.ts'
import { version } from './database.ts'
import { OLD_VERIFICATION_DAYS } from './storage.ts'

/** What an upgrade needs, each as a sentence that is true when it can begin. */
export const UPGRADE_CHECKS = {
  migrations: 'Nobody waits for the migrations',
  disk: 'The disk has room for the upgrade',
  version: 'This version of Postgres is supported',
  backup: 'A backup of the last two weeks has been verified',
} as const
type UpgradeCheckName = keyof typeof UPGRADE_CHECKS

/** The result of one check, like those of the doctor. */
export interface UpgradeCheck extends Finding {
  name: UpgradeCheckName
}

/** A site as the release before has left it, or a new one. */
export interface UpgradeSubject {
  /** Connects as the role that migrates. */
  db: Db
  /** Where backups are on the disk. */
  backup_directory: string
}

const checks: Record<UpgradeCheckName, CheckOf<UpgradeSubject>> = { migrations, disk, version, backup }

/** Looks at everything that an upgrade needs, and changes nothing. */
export const checkUpgrade = (subject: UpgradeSubject): Promise<UpgradeCheck[]> => carryOut(checks, subject)

async function migrations({ db }: UpgradeSubject): Promise<Finding> {
  const { isNew, files } = await pendingMigrations(db)
  if (isNew) return fine('The database is new.')
  if (files.length === 0) return fine('None is pending.')
  const pending = `Pending: ${files.map(({ name }) => name).join(', ')}.`
  const locks = await lockedTables(db, files)
  if (locks.length === 0) return fine(`${pending} They lock no table that is in use.`)
  return hint(`${pending} ${describeLocks(locks)}`, WHEN)
}

const WHEN =
  'Upgrade when few people write. The larger a table, the longer it takes; a lock that is not given within two seconds is asked for again.'

const MEANING: [LockedTable['blocked'], string][] = [
  ['everybody', 'Meanwhile nobody reads or writes'],
  ['writers', 'Meanwhile nobody writes'],
  ['rows', 'Rows are changed in'],
]

/** Such as `Meanwhile nobody writes articles (12 MB), users (80 KB).` */
function describeLocks(locks: LockedTable[]): string {
  return MEANING.flatMap(([blocked, meaning]) => {
    const tables = locks.filter((lock) => lock.blocked === blocked)
    const names = tables.map(({ table, bytes }) => `${table} (${formatBytes(bytes)})`)
    return names.length === 0 ? [] : [`${meaning} ${names.join(', ')}.`]
  }).join(' ')
}

/** A backup takes at most the database and the uploads. With the embedded Postgres, tables that are rewritten are on the same disk. */
async function disk({ db, backup_directory }: UpgradeSubject): Promise<Finding> {
  if (!(await hasTable(db, 'stored_objects'))) return fine('The database is new.')
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database())::float8
      + coalesce((select sum(bytes) from stored_objects), 0)::float8 as bytes`.execute(db)
  const needed = rows[0]!.bytes // a select without from has one row
  const { available } = await diskSpace(backup_directory)
  const found = `Database and uploads have ${formatBytes(needed)}; ${formatBytes(available)} are free for ${backup_directory}.`
  if (available > needed) return fine(found)
  return fault(found, 'Delete what is not needed there, or set BACKUP_DIR to a larger volume.')
}

async function backup({ db }: UpgradeSubject): Promise<Finding> {
  const age = await ageOfVerified(db)
  if (age === null) return hint('None has been verified.', MAKE_ONE)
  const found = `The newest verified one is ${age === 1 ? 'a day' : `${age} days`} old.`
  return age > OLD_VERIFICATION_DAYS ? fault(found, MAKE_ONE) : fine(found)
}

const MAKE_ONE = 'Choose Back up now and then Verify now in system status, before you upgrade.'

/** Whole days; null without one. */
async function ageOfVerified(db: Db): Promise<number | null> {
  if (!(await hasTable(db, 'backups'))) return null
  const { rows } = await sql<{ age: number | null }>`
    select extract(day from now() - max(created_at))::integer as age
    from backups where verified_at is not null and problem is null`.execute(db)
  return rows[0]!.age // an aggregate has one row
}
