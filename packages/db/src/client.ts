import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>
/** A database or a transaction on it: for statements that run in either. */
export type DbOrTx = Db | Transaction<Database>
export type Tx = Transaction<Database>

interface ConnectOptions {
  /** Connections at most. Default 10. */
  max?: number
  /** Milliseconds one statement may take. Default 4,000; 0 for no limit. */
  statementTimeout?: number
  /** Told of connections that break while idle; the pool replaces them. */
  onError?: (error: Error) => void
}

/** One pool, and a query builder on it. */
export interface Connection {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

/**
 * Connects lazily: nothing is opened before the first query, so that a process starts while
 * the database is down. Ids come back as numbers, instants as ISO 8601 strings, days as `YYYY-MM-DD`.
 */
export function connect(url: string, options: ConnectOptions = {}): Connection {
  const statementTimeout = options.statementTimeout ?? 4_000
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: 2_000,
    // Far from the default 10 s: a burst after a pause finds its connections open.
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeout || undefined,
    // A database that hangs does not end its statements: nobody waits for it any longer than for one that works.
    query_timeout: statementTimeout ? statementTimeout + 300 : undefined,
    keepAlive: true,
    lock_timeout: statementTimeout ? 2_000 : undefined,
    idle_in_transaction_session_timeout: 15_000,
    types: { getTypeParser },
  })
  const onError = options.onError ?? (() => {})
  pool.on('error', onError)
  // A connection that breaks while checked out reports to its query as well; unheard, it would end the process.
  pool.on('connect', (client) => {
    client.on('error', onError)
    endWhenUnanswered(client)
  })
  pool.on('release', (_error, client) => endUnlessIdle(client))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

/**
 * Ends a connection with the first statement that is not answered in time: the rollback after it would wait as long again,
 * and whoever asked with it.
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
  client.query = ask as typeof client.query // it takes and gives what that does
}

/** As `pg` says it. */
const UNANSWERED = 'Query read timeout'

/**
 * Ends a connection that still works on a statement whose caller has given up. A `begin` that comes through late would
 * otherwise put the statements of the next caller into a transaction that nobody commits.
 */
function endUnlessIdle(client: pg.PoolClient) {
  // No public property says so; the pool does not keep a client that is ending.
  const { _activeQuery } = client as unknown as { _activeQuery: object | null }
  if (_activeQuery) void (client as unknown as pg.Client).end().catch(() => undefined)
}

const parsers: Record<number, (value: string) => unknown> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.NUMERIC]: Number,
  [pg.types.builtins.DATE]: (value) => value,
  [pg.types.builtins.TIMESTAMPTZ]: toInstant,
}

/** What a `Date` cannot say, such as `infinity`, stays as it is: the contract refuses it, and the query goes on. */
function toInstant(value: string) {
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? value : date.toISOString()
}

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format as 'text')
