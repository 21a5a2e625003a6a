import { sql } from 'kysely'
import type { Db } from '../client.ts'
import { appliedMigrations, findAdoption, SAME_SCHEMA } from './earlier-series.ts'
import {
  changedFunctions,
  MIGRATIONS,
  readSqlFiles,
  requireKnownMigrations,
  type SqlFile,
} from './migrate.ts'

/** A table that is locked while a migration runs. */
export interface LockedTable extends TableLock {
  /** Of its rows and indexes. */
  bytes: number
}

/** What `migrate` has to do. Changes nothing. @param db of the role that owns the tables @throws when that cannot be done */
export async function pendingMigrations(db: Db) {
  await requireKnownMigrations(db)
  const [numbered, functions] = await Promise.all([readSqlFiles(MIGRATIONS), changedFunctions(db)])
  const adoption = await findAdoption(db)
  const names = adoption ? SAME_SCHEMA : await appliedMigrations(db)
  return {
    /** Whether the database has no tables yet. */
    isNew: names.length === 0,
    /** The files that `migrate` would apply, in order. */
    files: [
      ...(adoption ? [adoption] : []),
      ...numbered.filter(({ name }) => !names.includes(name)),
      ...functions.map(({ name, text }) => ({ name: `functions/${name}`, text })),
    ],
  }
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

/** Who waits for a migration: readers and writers of the table, its writers, or writers of the same rows. From strong to weak. */
const BLOCKED = ['everybody', 'writers', 'rows'] as const
type Blocked = (typeof BLOCKED)[number]

export interface TableLock {
  /** Of the schema `public`, unless it has another before it. For `drop index`, the index. */
  table: string
  blocked: Blocked
}

const NAME = String.raw`(?:if (?:not )?exists )?(?:only )?([\w.]+)`

/** How a statement begins, to the name of a table, and whom its lock blocks. Source: “Explicit Locking” in the manual of Postgres. */
const STATEMENTS: [beginning: string, blocked: Blocked][] = [
  [`(?:alter|drop|truncate|lock) table ${NAME}`, 'everybody'],
  [`drop index ${NAME}`, 'everybody'],
  [String.raw`drop trigger (?:if exists )?\w+ on ${NAME}`, 'everybody'],
  [String.raw`create (?:unique )?index (?:if not exists )?\w* ?on ${NAME}`, 'writers'],
  [`create (?:or replace )?(?:constraint )?trigger .*? on ${NAME}`, 'writers'],
  [`(?:with .*?)?(?:update|insert into|delete from) ${NAME}`, 'rows'],
]

/**
 * The tables that migrations lock while they run, each with its strongest lock, without those that they create. Read from the
 * text, so that nothing is locked to find out; names are not quoted there.
 */
export function locksOf(texts: string[]): TableLock[] {
  const statements = texts.flatMap(statementsOf)
  const created = statements.flatMap((statement) => namesIn(statement, `^create table ${NAME}`))
  const locks = statements.flatMap(locksOfStatement).filter(({ table }) => !created.includes(table))
  const sorted = BLOCKED.flatMap((blocked) => locks.filter((lock) => lock.blocked === blocked))
  return sorted.filter(({ table }, index) => sorted.findIndex((lock) => lock.table === table) === index)
}

function locksOfStatement(statement: string): TableLock[] {
  const named = STATEMENTS.flatMap(([beginning, blocked]) =>
    namesIn(statement, `^${beginning}`).map((table) => ({ table, blocked })),
  )
  const isTable = /^(?:alter|create) table /.test(statement)
  // A foreign key adds triggers to the table that it refers to.
  const referred = isTable ? namesIn(statement, `references ${NAME}`) : []
  return [...named, ...referred.map((table) => ({ table, blocked: 'writers' as const }))]
}

const namesIn = (statement: string, pattern: string): string[] =>
  [...statement.matchAll(new RegExp(pattern, 'g'))].flatMap(([, name = '']) => name.replace(/^public\./, ''))

/** Without comments, strings and bodies of functions; in lower case, in one line each. */
const statementsOf = (text: string): string[] =>
  text
    .replaceAll(/--.*$|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/gm, ' ')
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())

/**
 * Runs a task while no other process of this site runs one: what comes before the migrations is done once. `migrate` has
 * another lock, for each of its transactions, so the task may call it.
 * @param db of one connection, which has the lock until it ends
 */
export const withUpgradeLock = <T>(db: Db, task: (connection: Db) => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(hashtext('nightdesk upgrade'))`.execute(connection)
    return task(connection)
  })
