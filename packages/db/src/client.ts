import { Kysely, PostgresDialect, type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>
/** For statements that run inside a transaction or outside of one. */
export type DbOrTx = Db | Transaction<Database>
export type Tx = Transaction<Database>

export interface ConnectOptions {
  /** Maximum number of connections. Default 10. */
  max?: number
  /** Milliseconds one statement may take. Default 4,000; 0 for no limit. */
  statementTimeout?: number
  /**
   * Whether the address is that of a pooler in transaction mode, such as PgBouncer. It refuses settings at the start of a
   * connection, so those of the role apply (`limitRole`), and Postgres may execute each transaction on another connection.
   */
  isPooled?: boolean
  /** Called for connections that break while idle; the pool replaces them. */
  onError?: (error: Error) => void
}

/** A pool, and a query builder that uses it. */
export interface Connection extends AsyncDisposable {
  db: Db
  pool: pg.Pool
  isPooled: boolean
  close(): Promise<void>
}

/** What a statement may cost, in milliseconds, by the settings of Postgres that limit it. */
export const LIMITS = {
  statement_timeout: 4_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 15_000,
}

/**
 * Connects lazily: nothing is opened before the first query, so that a process starts while
 * the database is down. Ids come back as numbers, instants as ISO 8601 strings, days as `YYYY-MM-DD`.
 */
export function connect(url: string, options: ConnectOptions = {}): Connection {
  const { isPooled = false, statementTimeout = LIMITS.statement_timeout } = options
  const settings = settingsFor(statementTimeout)
  const pool = new pg.Pool({
    connectionString: isPooled ? url : addOptions(url, settings.options),
    max: options.max ?? 10,
    connectionTimeoutMillis: 2_000,
    // Instead of the default 10 s: a burst of requests after a pause needs no new connections.
    idleTimeoutMillis: 60_000,
    // A database that hangs does not enforce statement_timeout itself.
    query_timeout: statementTimeout ? statementTimeout + 300 : undefined,
    keepAlive: true,
    ...(!isPooled && settings),
    types: { getTypeParser },
  })
  const onError = options.onError ?? (() => {})
  pool.on('error', onError)
  // A connection that breaks while checked out reports to its query as well; without a listener it would end the process.
  pool.on('connect', (client) => {
    client.on('error', onError)
    endWhenUnanswered(client)
  })
  pool.on('release', (_error, client) => endUnlessIdle(client))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const close = () => db.destroy()
  return { db, pool, isPooled, close, [Symbol.asyncDispose]: close }
}

/** Whether there is a table of this name: a new database has none, and one of an earlier release not all. */
export async function hasTable(db: DbOrTx, name: string): Promise<boolean> {
  const { rows } = await sql`select where to_regclass(${name}) is not null`.execute(db)
  return rows.length > 0
}

/** Reads in a transaction that sees the rows of one moment. */
export const inSnapshot = <T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').execute(read)

/** The number of rows of a query. */
export async function countRows<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const { count } = await query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll().as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  return count
}

/** One page of the rows of a query, from 1, and the number of all of them. */
export async function readPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  page: number,
  limit: number,
) {
  const shown = query.limit(limit).offset((page - 1) * limit)
  const [count, rows] = await Promise.all([countRows(query), shown.execute()])
  return { count, rows }
}

/** Settings of a connection, which win over those of its role. `pg` omits a limit of 0, and so cannot lift one by itself. */
const settingsFor = (statementTimeout: number) =>
  statementTimeout
    ? { ...LIMITS, statement_timeout: statementTimeout, options: IN_UTC }
    : {
        idle_in_transaction_session_timeout: LIMITS.idle_in_transaction_session_timeout,
        options: `${IN_UTC} -c statement_timeout=0 -c lock_timeout=0`,
      }

/** Adds options to those of an address, if it has some, as `pg` takes no others then. The last one of a name wins. */
export const addOptions = (url: string, options: string): string =>
  url.replace(/(?<=[?&]options=)[^&]*/, (own) => own + encodeURIComponent(` ${options}`))

/** In the zone of the database, an old instant could have an offset with seconds, which `Date` does not read. */
const IN_UTC = '-c timezone=UTC'

/**
 * Ends a connection with the first statement that is not answered in time. The rollback after it would otherwise wait as
 * long again, and with it the caller.
 */
function endWhenUnanswered(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...statement: unknown[]) => unknown
  const ask = (...statement: unknown[]) => {
    const answer = query(...statement)
    if (answer instanceof Promise) {
      answer.catch(({ message }: Error) => {
        if (message === UNANSWERED) void (client as unknown as pg.Client).end().catch(() => undefined)
      })
    }
    return answer
  }
  client.query = ask as typeof client.query // same parameters and result
}

/** The message of `pg`. */
const UNANSWERED = 'Query read timeout'

/**
 * Ends a connection that still executes a statement whose caller has given up. A late `begin` would otherwise put the
 * statements of the next caller into a transaction that nobody commits.
 */
function endUnlessIdle(client: pg.PoolClient) {
  // There is no public property for this. The pool discards a client that is ending.
  const { _activeQuery } = client as unknown as { _activeQuery: object | null }
  if (_activeQuery) void (client as unknown as pg.Client).end().catch(() => undefined)
}

const parsers: Record<number, (value: string) => unknown> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.NUMERIC]: Number,
  [pg.types.builtins.DATE]: (value) => value,
  [pg.types.builtins.TIMESTAMPTZ]: toInstant,
}

/** A value that no `Date` represents, such as `infinity`, is returned as it is: the contract refuses it later. */
function toInstant(value: string) {
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? value : date.toISOString()
}

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format as 'text')
