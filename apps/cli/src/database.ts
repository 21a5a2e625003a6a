import { join } from 'node:path'
import { type ConnectOptions, connect, type Db } from '@nightdesk/db'
import { borrowEmbedded } from '@nightdesk/db/embedded'
import { type DatabaseUrls, databaseUrls, type Env } from './env.ts'
import { completeRestore } from './upgrade/move-database.ts'

/** SQLSTATEs of a table and of a column that do not exist. */
const UNDEFINED: readonly unknown[] = ['42P01', '42703']

/** Runs a short task on the database of DATABASE_URL, or on the embedded one, also while a site runs on it. */
export async function withDatabase<T>(
  env: Env,
  task: (database: DatabaseUrls & { db: Db }) => Promise<T>,
  options?: Pick<ConnectOptions, 'statementTimeout'>,
): Promise<T> {
  await using open = new AsyncDisposableStack()
  const urls = databaseUrls(env) ?? (await borrow(env, open))
  const { db } = open.use(connect(urls.url, options))
  await requireConnection(db)
  try {
    return await task({ db, ...urls })
  } catch (error) {
    const { code } = error as { code?: unknown } // the SQLSTATE, in an error of Postgres
    if (!UNDEFINED.includes(code)) throw error
    throw new Error('The database is empty, or of an earlier version. Run `nightdesk upgrade` first.', {
      cause: error,
    })
  }
}

/** For statements that take longer than those of a request may: on all days of a large site, or a large month. */
export const PATIENT = { statementTimeout: 0 }

async function borrow({ DATA_DIR, BACKUP_WAL }: Env, open: AsyncDisposableStack): Promise<DatabaseUrls> {
  await completeRestore(DATA_DIR)
  // A segment that is not archived would be a gap in the archive.
  const options = { archives: BACKUP_WAL === 'on' }
  const { url, owner_url } = open.use(await borrowEmbedded(join(DATA_DIR, 'postgres'), options))
  return { url, owner_url, isPooled: false }
}

/** @throws when the database cannot be reached: the error of a driver does not say what it wanted to reach */
export async function requireConnection(db: Db): Promise<void> {
  try {
    await db.connection().execute(async () => {})
  } catch (cause) {
    throw new Error('The database cannot be used', { cause })
  }
}
