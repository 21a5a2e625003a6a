import { sql } from 'kysely'
import type { Db } from '../../client.ts'
import { EARLIER_SERIES, SAME_SCHEMA } from '../earlier-series.ts'
import { hashOf } from '../functions.ts'
import { FUNCTIONS, MIGRATIONS, readSqlFiles, type SqlFile } from '../sql-files.ts'
import { locksOf, type TableLock } from './locks.ts'

export interface PendingMigrations {
  /** Whether the database has no tables yet. */
  isNew: boolean
  /** The files that `migrate` would apply, in order. */
  files: SqlFile[]
}

/** A table that is locked while a migration runs. */
export interface LockedTable extends TableLock {
  /** Of its rows and indexes. */
  bytes: number
}

/** What `migrate` has to do. Changes nothing. @param db of the role that owns the tables */
export async function pendingMigrations(db: Db): Promise<PendingMigrations> {
  const [numbered, functions] = await Promise.all([readSqlFiles(MIGRATIONS), readSqlFiles(FUNCTIONS)])
  const names = await appliedNames(db)
  const hashes = await appliedHashes(db)
  return {
    isNew: names.length === 0,
    files: [
      ...numbered.filter(({ name }) => !names.includes(name)),
      ...functions
        .filter(({ name, text }) => !hashes.get(name)?.equals(hashOf(text)))
        .map(({ name, text }) => ({ name: `functions/${name}`, text })),
    ],
  }
}

async function appliedNames(db: Db): Promise<string[]> {
  if (!(await exists(db, 'kysely_migration'))) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const names = rows.map(({ name }) => name)
  return EARLIER_SERIES.some((name) => names.includes(name)) ? SAME_SCHEMA : names
}

async function appliedHashes(db: Db): Promise<Map<string, Buffer>> {
  if (!(await exists(db, 'migrated_functions'))) return new Map()
  const rows = await db.selectFrom('migrated_functions').select(['file', 'hash']).execute()
  return new Map(rows.map(({ file, hash }) => [file, hash]))
}

async function exists(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(
    db,
  )
  return rows[0]?.found === true
}

/** The tables that these files lock, with the present size of each. One that the database does not have has none. */
export async function lockedTables(db: Db, files: SqlFile[]): Promise<LockedTable[]> {
  const locks = locksOf(files.map(({ text }) => text))
  const { rows } = await sql<{ name: string; table: string; bytes: number }>`
    select name, coalesce(indrelid::regclass, to_regclass(name))::text as table,
      pg_total_relation_size(coalesce(indrelid::regclass, to_regclass(name)))::float8 as bytes
    from unnest(${locks.map(({ table }) => table)}::text[]) name left join pg_index on indexrelid = to_regclass(name)
    where to_regclass(name) is not null`.execute(db)
  const found = new Map(rows.map((row) => [row.name, row]))
  return locks.flatMap(({ table, blocked }) => {
    const present = found.get(table)
    return present ? [{ table: present.table, blocked, bytes: present.bytes }] : []
  })
}
