import type { JobName, JobPayload } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { DbOrTx } from '../client.ts'

interface JobOptions {
  /**
   * While a job with this key waits, adding another returns it, and payloads that are lists are joined; with `run_at`, the new
   * job replaces it.
   */
  key?: string
  /** Not before this instant, by the database’s clock. Default: now. */
  run_at?: string
  /** Seconds before it runs, by the database’s clock. A waiting job with the same key keeps its time. */
  delay?: number
  /** Jobs of one queue run one after another. Default: none. */
  queue?: string
}

/** Queues a job. Inside a transaction, it exists only after the commit. @returns the job's id */
export async function addJob<Name extends JobName>(
  db: DbOrTx,
  name: Name,
  payload: JobPayload<Name>,
  { key, run_at, delay, queue }: JobOptions = {},
): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    select id from graphile_worker.add_job(
      identifier => ${name},
      payload => ${JSON.stringify(payload)}::json,
      queue_name => ${queue ?? null},
      run_at => coalesce(${run_at ?? null}::timestamptz, now() + make_interval(secs => ${delay ?? null})),
      max_attempts => 8,
      job_key => ${key ?? null},
      job_key_mode => ${key ? (run_at ? 'replace' : 'preserve_run_at') : null}
    )`.execute(db)
  // add_job returns one row
  return String(rows[0]!.id)
}

/** Removes the waiting job with this key, if there is one. Inside a transaction, it takes effect with the commit. */
export async function removeJob(db: DbOrTx, key: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${key})`.execute(db)
}
