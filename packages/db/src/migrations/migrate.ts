import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { type Connection, connect, type Db, type Tx } from '../client.ts'
import { adoptEarlierSeries } from './earlier-series.ts'
import { applyFunctions } from './functions.ts'
import { completeLevel } from './level.ts'
import { limitLockWaits, retryLocks } from './lock-retries.ts'
import { limitRole } from './role-limits.ts'
import { currentRole, grantToRuntime, roleAt } from './runtime-role.ts'
import { FUNCTIONS, MIGRATIONS, readSqlFiles } from './sql-files.ts'

/** SQLSTATE of a statement that the role may not execute. */
const INSUFFICIENT_PRIVILEGE = '42501'

interface MigrateOptions {
  /** Whether programs connect through a pooler, so that the runtime role needs limits of its own. */
  isPooled?: boolean
}

/**
 * Brings a database to the newest schema: the numbered SQL files in order, the changed files of `functions/`, the tables
 * of the job queue, then the privileges and limits of the runtime role. Any number of processes may start at once: one
 * migrates, the others wait for its lock. A table that somebody uses for long is waited for in short turns, so that the
 * readers behind it do not wait.
 * @param url of the role that owns the tables
 * @param runtimeUrl of the runtime role; by default the same role, which needs no grants
 * @returns the names of the files that were applied
 */
export async function migrate(
  url: string,
  runtimeUrl = url,
  { isPooled = false }: MigrateOptions = {},
): Promise<string[]> {
  await using connection = connect(url, { max: 2, statementTimeout: 0 })
  try {
    const names = await retryLocks(() => applyFiles(connection.db))
    await runMigrations({ pgPool: connection.pool })
    if (runtimeUrl !== url) await grantTo(connection, await roleAt(runtimeUrl))
    if (isPooled) await limitRole(runtimeUrl)
    await completeLevel(connection.db)
    return names
  } catch (error) {
    throw isForbidden(error) ? new Error(WHO_MIGRATES, { cause: error }) : error
  }
}

/**
 * Brings a database up to a numbered migration, without functions, triggers and the job queue: rows that were written at
 * that level are loaded into it, and {@link migrate} then brings them to the newest schema.
 * @param url of the role that owns the tables
 * @throws when this version lacks the migration, or when the database is past it
 */
export async function migrateToLevel(url: string, level: string): Promise<void> {
  await using connection = connect(url, { max: 2, statementTimeout: 0 })
  const migrator = new Migrator({ db: connection.db, provider: { getMigrations: numberedFiles } })
  const { error } = await migrator.migrateTo(level)
  if (error) throw new Error(FAILED, { cause: error })
}

/** The numbered migrations of this version, in order. */
export const numberedLevels = async (): Promise<string[]> =>
  (await readSqlFiles(MIGRATIONS)).map(({ name }) => name)

/** In three transactions: after a failed statement, the migrator needs a transaction of its own to report it. */
async function applyFiles(db: Db): Promise<string[]> {
  await inTurn(db, adoptEarlierSeries)
  const migrator = new Migrator({ db, provider: { getMigrations: numberedFiles } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw new Error(FAILED, { cause: error })
  const functions = await inTurn(db, (tx) => applyFunctions(tx, FUNCTIONS))
  return [...results.map(({ migrationName }) => migrationName), ...functions]
}

/** Runs a step in a transaction, after the same step of other processes. */
const inTurn = <T>(db: Db, step: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('nightdesk migrations'))`.execute(tx)
    await limitLockWaits(tx)
    return step(tx)
  })

async function numberedFiles(): Promise<Record<string, Migration>> {
  const files = await readSqlFiles(MIGRATIONS)
  return Object.fromEntries(files.map(({ name, text }) => [name, { up: (db) => applyFile(db, text) }]))
}

async function applyFile(db: Db, text: string): Promise<void> {
  await limitLockWaits(db)
  await sql.raw(text).execute(db)
}

async function grantTo({ db }: Connection, role: string): Promise<void> {
  if (role !== (await currentRole(db))) await grantToRuntime(db, role)
}

const FAILED = 'The database could not be migrated'

/** Why a role is refused that does not own the tables. */
export const WHO_MIGRATES =
  'The database has to be migrated, which this role may not do. Set MIGRATION_DATABASE_URL to the role that owns the tables'

const isForbidden = (error: unknown): boolean =>
  error instanceof Error &&
  ((error as { code?: unknown }).code === INSUFFICIENT_PRIVILEGE || isForbidden(error.cause)) // an error of Postgres has its SQLSTATE there
