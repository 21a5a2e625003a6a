import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { type Connection, connect } from './client.ts'
import { currentRole, grantToRuntime, roleAt } from './runtime-role.ts'

const MIGRATIONS = new URL('../../../migrations/', import.meta.url)
/** SQLSTATE of what a role may not do. */
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Brings a database to the newest schema: our plain SQL files in the order of their names, the tables of the job queue,
 * then what the role that runs may do. Takes a lock, so any number of processes may start at once: one migrates, the
 * rest wait.
 * @param url of the role that owns the tables
 * @param runtimeUrl of the role that runs; by default the same, to which nothing needs to be granted
 * @returns the names of the migrations that ran now
 */
export async function migrate(url: string, runtimeUrl = url): Promise<string[]> {
  const connection = connect(url, { max: 2, statementTimeout: 0 })
  try {
    const names = await runOurs(connection)
    await runMigrations({ pgPool: connection.pool })
    if (runtimeUrl !== url) await grantTo(connection, await roleAt(runtimeUrl))
    return names
  } catch (error) {
    throw isForbidden(error) ? new Error(WHO_MIGRATES, { cause: error }) : error
  } finally {
    await connection.close()
  }
}

async function runOurs({ db }: Connection): Promise<string[]> {
  const migrator = new Migrator({ db, provider: sqlFiles(MIGRATIONS) })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw new Error('The database could not be migrated', { cause: error })
  return (results ?? []).map(({ migrationName }) => migrationName)
}

async function grantTo({ db }: Connection, role: string): Promise<void> {
  if (role !== (await currentRole(db))) await grantToRuntime(db, role)
}

const WHO_MIGRATES =
  'The database has to be migrated, which this role may not do. Set MIGRATION_DATABASE_URL to the role that owns the tables'

const isForbidden = (error: unknown): boolean =>
  error instanceof Error &&
  ((error as { code?: unknown }).code === INSUFFICIENT_PRIVILEGE || isForbidden(error.cause)) // Postgres puts the SQLSTATE there

const sqlFiles = (folder: URL): MigrationProvider => ({
  async getMigrations() {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'))
    const migrations = names.map(async (name): Promise<[string, Migration]> => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return [name.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }]
    })
    return Object.fromEntries(await Promise.all(migrations))
  },
})
