import { STALE_AFTER } from '@nightdesk/db'
import { sql } from 'kysely'
import type { Task } from '../tasks.ts'

/** Marks workers without heartbeats as stopped, and deletes those without one for a day. */
export const checkWorkers: Task<'worker-health'> = async ({ db, log }) => {
  const gone = await db
    .updateTable('workers')
    .set({ status: 'stopped' })
    .where('status', '=', 'running')
    .where('last_heartbeat', '<', sql<string>`now() - make_interval(secs => ${STALE_AFTER})`)
    .returning('name')
    .execute()
  for (const { name } of gone) log.warn({ worker: name }, 'A worker stopped without saying so')
  await db.deleteFrom('workers').where('last_heartbeat', '<', sql<string>`now() - interval '1 day'`).execute()
}
