import { FAMILIAR_DAYS, FAMILIAR_DEVICE_DAYS } from '@nightdesk/db'
import { sql } from 'kysely'
import { purgeExports } from '../exports/purge-exports.ts'
import type { Task } from '../tasks.ts'

/**
 * Deletes rows without effect, the runs of jobs and failed jobs after a week, notes of readers that were resolved a month ago
 * and whose link has ended, and files of exports after a day.
 */
export const purgeExpired: Task<'purge-expired'> = async (ctx) => {
  const { db } = ctx
  const yesterday = sql<string>`now() - interval '1 day'`
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<', yesterday), eb('revoked_at', '<', yesterday)]))
    .execute()
  await db.deleteFrom('one_time_tokens').where('expires_at', '<', yesterday).execute()
  await db.deleteFrom('previews').where('expires_at', '<', yesterday).execute()
  await db.deleteFrom('image_copies').where('created_at', '<', yesterday).execute()
  await db.deleteFrom('rate_limits').where('window_start', '<', yesterday).execute()
  const familiarSince = sql<string>`now() - make_interval(days => ${FAMILIAR_DAYS})`
  await db.deleteFrom('familiar_networks').where('last_signed_in', '<', familiarSince).execute()
  const devicesSince = sql<string>`now() - make_interval(days => ${FAMILIAR_DEVICE_DAYS})`
  await db.deleteFrom('familiar_devices').where('last_signed_in', '<', devicesSince).execute()
  await db.deleteFrom('spent_attempts').where('expires_at', '<', yesterday).execute()
  const lastMonth = sql<string>`now() - interval '30 days'`
  await db
    .deleteFrom('proof_notes')
    .where('preview_id', 'is', null)
    .where('resolved_at', '<', lastMonth)
    .execute()
  await db.deleteFrom('policy_reports').where('day', '<', sql<string>`current_date - 30`).execute()
  const lastWeek = sql<string>`now() - interval '7 days'`
  await db.deleteFrom('job_runs').where('finished_at', '<', lastWeek).execute()
  await sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null and updated_at < ${lastWeek}
    having count(*) > 0`.execute(db)
  // Last, as the storage may be unavailable.
  await purgeExports(ctx)
}
