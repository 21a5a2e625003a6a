import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { type Connection, connect } from './client.ts'

const MIGRATIONS = new URL('../../../migrations/', import.meta.url)

/**
 * Brings a database to the newest schema: our plain SQL files in the order of their names, then the tables of
 * the job queue. Takes a lock, so any number of processes may start at once: one migrates, the rest wait.
 * @returns the names of the migrations that ran now
 */
export async function migrate(url: string): Promise<string[]> {
  const connection = connect(url, { max: 2, statementTimeout: 0 })
  try {
    const names = await runOurs(connection)
    await runMigrations({ pgPool: connection.pool })
    return names
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
