import type { JobName, JobPayload } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { DbOrTx } from './client.ts'

interface JobOptions {
  /** While a job with this key waits, adding another returns the same one. */
  key?: string
}

/** Queues a job; inside a transaction it exists only if that commits. @returns the job's id */
export async function addJob<Name extends JobName>(
  db: DbOrTx,
  name: Name,
  payload: JobPayload<Name>,
  { key }: JobOptions = {},
): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    select id from graphile_worker.add_job(
      identifier => ${name},
      payload => ${JSON.stringify(payload)}::json,
      max_attempts => 8,
      job_key => ${key ?? null},
      job_key_mode => ${key ? 'preserve_run_at' : null}
    )`.execute(db)
  // add_job returns exactly one row
  return String(rows[0]!.id)
}
