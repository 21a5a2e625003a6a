import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration'
import { connect, type Db, type DbOrTx, hasTable, type Tx } from '../client.ts'
import { adoptEarlierSeries, appliedMigrations, sameLevel } from './earlier-series.ts'
import { grantToRuntime, limitRole } from './runtime-role.ts'

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
    const names = await retryLocks(() => applyFiles(url))
    await connection.db.transaction().execute(async (tx) => {
      // The migrator of another process reads the list of all tables, and fails when the queue drops one of them meanwhile.
      await lockMigrations(tx)
      await runMigrations({ pgPool: connection.pool })
    })
    if (runtimeUrl !== url) await grantToRuntime(connection.db, runtimeUrl)
    if (isPooled) await limitRole(runtimeUrl)
    await completeLevel(connection.db)
    return names
  } catch (error) {
    throw hasState(error, INSUFFICIENT_PRIVILEGE) ? new Error(WHO_MIGRATES, { cause: error }) : error
  }
}

/**
 * Brings a database up to a numbered migration, without functions, triggers and the job queue: rows that were written at
 * that level are loaded into it, and {@link migrate} then brings them to the newest schema.
 * @param url of the role that owns the tables
 * @param level one that {@link hasLevel}
 * @throws when the database is past it
 */
export async function migrateToLevel(url: string, level: string): Promise<void> {
  await using connection = connect(url, { max: 1, statementTimeout: 0 })
  await connection.db
    .transaction()
    .execute((tx) => applyNumbered(tx, (migrator) => migrator.migrateTo(sameLevel(level))))
}

/** The numbered migrations of this version, in order. */
export const numberedLevels = async (): Promise<string[]> =>
  (await readSqlFiles(MIGRATIONS)).map(({ name }) => name)

/** Whether this version can make the tables as they were after a numbered migration. */
export const hasLevel = async (level: string): Promise<boolean> =>
  (await numberedLevels()).includes(sameLevel(level))

/** @throws when a newer version has migrated the database */
export async function requireKnownMigrations(db: DbOrTx): Promise<void> {
  const known = await numberedLevels()
  const later = (await appliedMigrations(db)).filter((name) => name > '01' && !known.includes(name))
  if (later.length > 0) throw new Error(`${NEWER} It has ${later.join(', ')}.`)
}

const NEWER =
  'The database is of a newer Nightdesk: update this one, or restore the backup that was made before the upgrade.'

/** In one transaction, so that a killed upgrade has changed nothing; the migrator leaves a lock on the connection when it fails. */
async function applyFiles(url: string): Promise<string[]> {
  await using connection = connect(url, { max: 1, statementTimeout: 0 })
  return await connection.db.transaction().execute(async (tx) => {
    await lockMigrations(tx)
    await limitLockWaits(tx)
    await requireKnownMigrations(tx)
    const adopted = await adoptEarlierSeries(tx)
    const numbered = await applyNumbered(tx, (migrator) => migrator.migrateToLatest())
    // The migrator has set its own limit.
    await limitLockWaits(tx)
    return [...adopted, ...numbered, ...(await applyFunctions(tx))]
  })
}

/** Waits for other processes that migrate. */
const lockMigrations = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('nightdesk migrations'))`.execute(tx)

/** @returns the names of the files that were applied */
async function applyNumbered(
  tx: Tx,
  run: (migrator: Migrator) => Promise<MigrationResultSet>,
): Promise<string[]> {
  // The migrator would hide that this role may make no table.
  if (!(await hasTable(tx, 'kysely_migration')))
    await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
      tx,
    )
  let failure: unknown
  const apply = async (db: Db, text: string) => {
    try {
      await limitLockWaits(db)
      await sql.raw(text).execute(db)
    } catch (error) {
      // The migrator reports that it can do nothing more in this transaction.
      failure = error
      throw error
    }
  }
  const getMigrations = async (): Promise<Record<string, Migration>> =>
    Object.fromEntries(
      (await readSqlFiles(MIGRATIONS)).map(({ name, text }) => [name, { up: (db) => apply(db, text) }]),
    )
  const { error, results = [] } = await run(new Migrator({ db: tx, provider: { getMigrations } }))
  if (error) throw new Error(FAILED, { cause: failure ?? error })
  return results.map(({ migrationName }) => migrationName)
}

const FAILED = 'The database could not be migrated'

/** Why a role is refused that does not own the tables. */
export const WHO_MIGRATES =
  'The database has to be migrated, which this role may not do. Set MIGRATION_DATABASE_URL to the role that owns the tables'

/** SQLSTATE of a statement that the role may not execute. */
const INSUFFICIENT_PRIVILEGE = '42501'
/** SQLSTATE of a lock that was not given in time. */
const LOCK_NOT_AVAILABLE = '55P03'
/** SQLSTATE of a table that does not exist. */
const UNDEFINED_TABLE = '42P01'

/** Whether an error, or its cause, is one of Postgres with this SQLSTATE. */
const hasState = (error: unknown, state: string): boolean =>
  error instanceof Error && ((error as { code?: unknown }).code === state || hasState(error.cause, state)) // Postgres puts it there

/**
 * Applies the files that changed since they were last applied: functions, and the triggers and views that use them. A
 * file replaces what it defined before, so it can run any number of times.
 * @returns the names of these files, such as `functions/search`
 */
async function applyFunctions(tx: Tx): Promise<string[]> {
  const changed = await changedFunctions(tx)
  // A trigger cannot be replaced while it has deferred events, which a numbered file may have caused.
  if (changed.length > 0) await sql`set constraints all immediate`.execute(tx)
  for (const { name: file, text } of changed) {
    const hash = hashOf(text)
    await sql.raw(text).execute(tx)
    await tx
      .insertInto('migrated_functions')
      .values({ file, hash })
      .onConflict((on) => on.column('file').doUpdateSet({ hash }))
      .execute()
  }
  return changed.map(({ name }) => `functions/${name}`)
}

/** The files of functions that {@link migrate} would apply; all of them before the migration that makes their table. */
export async function changedFunctions(db: DbOrTx): Promise<SqlFile[]> {
  const applied = (await hasTable(db, 'migrated_functions'))
    ? await db.selectFrom('migrated_functions').select(['file', 'hash']).execute()
    : []
  const hashes = new Map(applied.map(({ file, hash }) => [file, hash]))
  return (await readSqlFiles(FUNCTIONS)).filter(({ name, text }) => !hashes.get(name)?.equals(hashOf(text)))
}

/** Of the text of a file, as `migrated_functions` has it. */
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Identifies the schema that the migrations of this version make: a hash of their names, and of the texts of functions. */
export async function schemaLevel(): Promise<Buffer> {
  const [numbered, functions] = await Promise.all([MIGRATIONS, FUNCTIONS].map(readSqlFiles))
  const hash = createHash('sha256')
  for (const { name } of numbered ?? []) hash.update(`${name}\n`)
  for (const { name, text } of functions ?? []) hash.update(`${name}\n${text}\n`)
  return hash.digest()
}

/** Whether a migration to this level was ever completed. Later ones may have been, too. */
export async function hasReached(db: DbOrTx, level: Buffer): Promise<boolean> {
  try {
    const row = await db
      .selectFrom('migrated_levels')
      .select('level')
      .where('level', '=', level)
      .executeTakeFirst()
    return row !== undefined
  } catch (error) {
    if (hasState(error, UNDEFINED_TABLE)) return false
    throw error
  }
}

/** Says that the migration to the level of this version is complete. Writes nothing when that was said before. */
async function completeLevel(db: Db): Promise<void> {
  const level = await schemaLevel()
  if (await hasReached(db, level)) return
  await db
    .insertInto('migrated_levels')
    .values({ level })
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Numbered files, applied once, in order. */
export const MIGRATIONS = new URL('../../../../migrations/', import.meta.url)
/** Applied again whenever they change. */
const FUNCTIONS = new URL('functions/', MIGRATIONS)

export interface SqlFile {
  /** Without the extension. */
  name: string
  text: string
}

/** The `.sql` files of a folder in the order of their names. */
export async function readSqlFiles(folder: URL): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const files = names.map(async (name) => ({
    name: name.replace(/\.sql$/, ''),
    text: await readFile(new URL(name, folder), 'utf8'),
  }))
  return Promise.all(files)
}

/** Milliseconds. All later readers and writers of a table wait behind a migration that waits for its lock. */
const LONGEST_WAIT = 2_000
/** Milliseconds between two attempts, in which those who waited get their turn. */
const PAUSE = 1_000
const ATTEMPTS = 40

/** For the rest of a transaction, so that a migration gives up a lock that somebody holds for long. */
const limitLockWaits = (tx: DbOrTx) => sql.raw(`set local lock_timeout = ${LONGEST_WAIT}`).execute(tx)

/**
 * Repeats a step, whose transactions are undone when a lock is not given in time, for about two minutes.
 * @throws the error of the last attempt, and at once any other error
 */
async function retryLocks<T>(step: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step()
    } catch (error) {
      if (!hasState(error, LOCK_NOT_AVAILABLE) || attempt === ATTEMPTS) throw error
      await delay(PAUSE)
    }
  }
}
