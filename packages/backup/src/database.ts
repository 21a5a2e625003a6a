import { addOptions } from '@nightdesk/db'
import pg from 'pg'

/**
 * A connection whose statements have no time limits, and whose text of values is the same in every Postgres.
 * @param url without a pooler, which refuses these settings
 */
export async function openClient(url: string): Promise<pg.Client & AsyncDisposable> {
  const options = Object.entries(SETTINGS)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  const client = new pg.Client({
    connectionString: addOptions(url, options),
    application_name: 'nightdesk backup',
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
    options,
  })
  // A broken connection is reported by the statement that needs it.
  client.on('error', () => {})
  await client.connect().catch((cause) => {
    throw new Error('The database cannot be used', { cause })
  })
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

const SETTINGS = {
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  client_encoding: 'UTF8',
  timezone: 'UTC',
  datestyle: 'ISO',
  intervalstyle: 'iso_8601',
  bytea_output: 'hex',
  extra_float_digits: 1,
  search_path: 'public',
}

/** Takes a lock of its own name until the connection ends. @returns false while another process has it */
export async function tryLock(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ is_alone: boolean }>(
    'select pg_try_advisory_lock(hashtext($1)) as is_alone',
    [name],
  )
  return rows[0]!.is_alone // a select without from has one row
}

/** Tables that have rows as soon as somebody uses a site. */
const USED = ['users', 'articles', 'images', 'audit_log', 'views']

/** What a database is used for. @returns its last numbered migration, null without our tables; and whether a server listens */
export async function inspectDatabase(client: pg.Client) {
  const { rows: sessions } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name like 'listener of %' limit 1`,
  )
  const isRunning = sessions.length > 0
  const { rows: found } = await client.query(
    `select from pg_class where oid in (to_regclass('public.kysely_migration'), to_regclass('public.views')) having count(*) = 2`,
  )
  if (found.length === 0) return { level: null, hasRows: false, isRunning }
  const { rows } = await client.query<{ level: string; has_rows: boolean }>(
    `select (select max(name) from kysely_migration) as level,
       ${USED.map((table) => `exists (select from ${table})`).join(' or ')} as has_rows`,
  )
  const { level, has_rows } = rows[0]! // a select without from has one row
  return { level, hasRows: has_rows, isRunning }
}
