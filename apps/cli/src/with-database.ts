import { join } from 'node:path'
import { type Connection, connect } from '@nightdesk/db'
import { borrowEmbedded } from '@nightdesk/db/embedded'
import type { Env } from './env.ts'

interface OpenDatabase extends Pick<Connection, 'db'> {
  url: string
  /** Connects as the role that migrates. */
  owner_url: string
}

/** SQLSTATE of a table that does not exist. */
const UNDEFINED_TABLE = '42P01'

/** Runs a short task on the database of DATABASE_URL, or on the embedded one, also while a site runs on it. */
export async function withDatabase<T>(
  env: Pick<Env, 'DATABASE_URL' | 'MIGRATION_DATABASE_URL' | 'DATA_DIR'>,
  task: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  // Closes in the opposite order.
  await using open = new AsyncDisposableStack()
  const { url, owner_url } = env.DATABASE_URL
    ? { url: env.DATABASE_URL, owner_url: env.MIGRATION_DATABASE_URL ?? env.DATABASE_URL }
    : open.use(await borrowEmbedded(join(env.DATA_DIR, 'postgres')))
  const { db, close } = connect(url)
  open.defer(close)
  await requireConnection(db)
  try {
    return await task({ db, url, owner_url })
  } catch (error) {
    const { code } = error as { code?: unknown } // the SQLSTATE, in an error of Postgres
    if (code !== UNDEFINED_TABLE) throw error
    throw new Error('The database is empty. Run `nightdesk migrate` first.', { cause: error })
  }
}

async function requireConnection(db: OpenDatabase['db']): Promise<void> {
  try {
    await db.connection().execute(async () => {})
  } catch (cause) {
    throw new Error('The database cannot be used', { cause })
  }
}
