import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect, type DbOrTx } from '../client.ts'
import { createDatabase } from '../testing.ts'
import { MIGRATIONS, readSqlFiles } from './migrate.ts'
import { locksOf, type TableLock } from './pending.ts'

test.each([
  ['alter table users add column x text; update users set x = 1', { users: 'everybody' }],
  [
    'create table notes (id int references users, by int references articles)',
    { users: 'writers', articles: 'writers' },
  ],
  ['create unique index if not exists a on only visits (x)', { visits: 'writers' }],
  ['create index concurrently a on visits (x)', {}],
  ['create table a (x int); create index on a (x); insert into a values (1)', {}],
  ["-- alter table users\n/* drop table a; */ select 'drop table b; '", {}],
  ['create function f() returns void language sql as $$ delete from users; $$', {}],
  ['drop trigger if exists t on public.users', { users: 'everybody' }],
  ['with old as (select 1) delete from sessions', { sessions: 'rows' }],
  [
    'drop index if exists sessions_idx; truncate table views',
    { sessions_idx: 'everybody', views: 'everybody' },
  ],
])('reads the locks of `%s`', (text, expected) => {
  expect(asRecord(locksOf([text]))).toEqual(expected)
})

/** The locks that this transaction has on tables, as Postgres lists them. */
async function heldLocks(tx: DbOrTx): Promise<Record<string, string>> {
  const { rows } = await sql<{ table: string; mode: string }>`
    select relation::regclass::text as table, mode from pg_locks join pg_class on pg_class.oid = relation
    where pid = pg_backend_pid() and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and relname not like 'kysely%'`.execute(tx)
  return Object.fromEntries(
    MODES.flatMap(([pattern, blocked]) =>
      rows.filter(({ mode }) => pattern.test(mode)).map(({ table }) => [table, blocked]),
    ),
  )
}

/** From the weakest to the strongest. */
const MODES: [RegExp, string][] = [
  [/^RowExclusive/, 'rows'],
  [/^Share(RowExclusive)?Lock/, 'writers'],
  [/^AccessExclusive/, 'everybody'],
]

test('the locks that are read from the migrations are those that Postgres takes', async () => {
  const { owner_url, drop } = await createDatabase()
  const { db, close } = connect(owner_url, { statementTimeout: 0 })
  const differences: string[] = []
  for (const { name, text } of await readSqlFiles(MIGRATIONS)) {
    const before = await tables(db)
    await db.transaction().execute(async (tx) => {
      await sql.raw(text).execute(tx)
      const held = await heldLocks(tx)
      const read = asRecord(locksOf([text]))
      // The lock of a table that was dropped has no name any more.
      const present = await tables(tx)
      for (const table of before.filter((table) => present.includes(table)))
        if (held[table] !== read[table]) differences.push(`${name}: ${table}`)
    })
  }
  await close()
  await drop()

  expect(differences).toEqual([])
})

const asRecord = (locks: TableLock[]): Record<string, string> =>
  Object.fromEntries(locks.map(({ table, blocked }) => [table, blocked]))

async function tables(db: DbOrTx): Promise<string[]> {
  const { rows } = await sql<{ tablename: string }>`
    select tablename from pg_tables where schemaname = 'public'`.execute(db)
  return rows.map(({ tablename }) => tablename)
}
