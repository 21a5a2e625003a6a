import { sql } from 'kysely'
import type { Db } from '../../client.ts'

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
