import { sql } from 'kysely'
import type { Task } from '../tasks.ts'

/** Deletes what no longer has any effect. */
export const purgeExpired: Task<'purge-expired'> = async ({ db }) => {
  const yesterday = sql<string>`now() - interval '1 day'`
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<', yesterday), eb('revoked_at', '<', yesterday)]))
    .execute()
  await db.deleteFrom('one_time_tokens').where('expires_at', '<', yesterday).execute()
  await db.deleteFrom('rate_limits').where('window_start', '<', yesterday).execute()
}
