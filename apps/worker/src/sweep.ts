import { type Db, STALE_AFTER } from '@nightdesk/db'
import { sql } from 'kysely'
import type { Logger } from 'pino'

/** Together with {@link STALE_AFTER} and the queue’s polling: a dead worker’s job runs again within 75 s. */
const EVERY_MS = 15_000

/** Releases the jobs of dead workers, and corrects the schedule, every 15 s. Any number of processes may do so at once. */
export function startSweeping(db: Db, log: Logger): { stop(): Promise<void> } {
  let sweeping = Promise.resolve()
  const timer = setInterval(() => {
    sweeping = Promise.all([sweep(db, log), correctSchedule(db)]).then(
      () => {},
      (error) => log.warn({ err: error }, 'Dead workers could not be looked for'),
    )
  }, EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await sweeping
    },
  }
}

/** The queue adds no scheduled job before the last one: one of a clock that was ahead would hold up all until that time. */
export async function correctSchedule(db: Db): Promise<void> {
  await sql`
    update graphile_worker._private_known_crontabs
    set known_since = least(known_since, now()), last_execution = least(last_execution, now())
    where greatest(known_since, last_execution) > now() + interval '2 minutes'`.execute(db)
}

/**
 * Unlocks the jobs that no running worker holds, by the database’s clock; the queue itself would wait four hours. A new
 * worker records its name before one of its jobs can be this old.
 */
export async function sweep(db: Db, log: Logger): Promise<void> {
  const limit = sql`now() - make_interval(secs => ${STALE_AFTER})`
  const { rows } = await sql<{ queue_id: string }>`
    select distinct locked_by as queue_id from graphile_worker.jobs
    where locked_at < ${limit} and locked_by not in (
      select unnest(queue_ids) from workers where last_heartbeat > ${limit} and status <> 'stopped'
    )`.execute(db)
  if (rows.length === 0) return
  const dead = rows.map(({ queue_id }) => queue_id)
  await sql`select graphile_worker.force_unlock_workers(${dead}::text[])`.execute(db)
  await db
    .updateTable('job_runs')
    .set({ status: 'lost', finished_at: sql`now()`, error: 'The worker stopped' })
    .where('status', '=', 'running')
    .where('queue_id', 'in', dead)
    .execute()
  log.warn({ queue_ids: dead }, 'Jobs of dead workers were given back')
}
