import { join } from 'node:path'
import { type Connection, connect } from '@nightdesk/db'
import { borrowEmbedded } from '@nightdesk/db/embedded'
import { databaseUrls, type Env } from './env.ts'
import { completeRestore } from './upgrade/move-database.ts'

interface OpenDatabase extends Pick<Connection, 'db'> {
  /** Without a pooler, as commands may take longer than it allows. */
  url: string
  /** Connects as the role that migrates. */
  owner_url: string
  /** Whether servers use a pooler. */
  isPooled: boolean
}

/** SQLSTATE of a table that does not exist. */
const UNDEFINED_TABLE = '42P01'

/** Runs a short task on the database of DATABASE_URL, or on the embedded one, also while a site runs on it. */
export async function withDatabase<T>(
  env: Pick<
    Env,
    'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'MIGRATION_DATABASE_URL' | 'DATA_DIR' | 'BACKUP_WAL'
  >,
  task: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  // Closes in the opposite order.
  await using open = new AsyncDisposableStack()
  const { direct_url: url, owner_url, isPooled } = databaseUrls(env) ?? (await borrow(env, open))
  const { db, close } = connect(url)
  open.defer(close)
  await requireConnection(db)
  try {
    return await task({ db, url, owner_url, isPooled })
  } catch (error) {
    const { code } = error as { code?: unknown } // the SQLSTATE, in an error of Postgres
    if (code !== UNDEFINED_TABLE) throw error
    throw new Error('The database is empty. Run `nightdesk migrate` first.', { cause: error })
  }
}

async function borrow(
  { DATA_DIR, BACKUP_WAL }: Pick<Env, 'DATA_DIR' | 'BACKUP_WAL'>,
  open: AsyncDisposableStack,
) {
  await completeRestore(DATA_DIR)
  // A segment that is not archived would be a gap in the archive.
  const options = { archives: BACKUP_WAL === 'on' }
  const { url, owner_url } = open.use(await borrowEmbedded(join(DATA_DIR, 'postgres'), options))
  return { direct_url: url, owner_url, isPooled: false }
}

async function requireConnection(db: OpenDatabase['db']): Promise<void> {
  try {
    await db.connection().execute(async () => {})
  } catch (cause) {
    throw new Error('The database cannot be used', { cause })
  }
}
