import { type Job, ROUTINE_JOBS } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { DbOrTx } from '../client.ts'

const LIMIT = 20
/** Runs to search through, those of routine jobs included. */
const SEARCHED = 1_000

/**
 * Jobs that are running or waiting for a worker, then the last that ended. Without jobs whose time has not come, and without
 * routine runs that succeeded.
 */
export async function jobHistory(db: DbOrTx): Promise<Job[]> {
  const { rows } = await sql<Job>`
    with last_run as (
      select distinct on (job_id) * from (select * from job_runs order by id desc limit ${SEARCHED}) run
      order by job_id, id desc
    )
    select
      coalesce(queued.id, last_run.job_id) as id,
      coalesce(queued.task_identifier, last_run.name) as name,
      case
        when queued.locked_at is not null then 'running'
        when queued.attempts >= queued.max_attempts then 'failed'
        when queued.attempts > 0 then 'retrying'
        when queued.id is not null then 'queued'
        else last_run.status
      end as state,
      coalesce(queued.attempts, last_run.attempt) as attempts,
      coalesce(queued.created_at, last_run.queued_at) as queued_at,
      last_run.started_at,
      last_run.finished_at,
      (1000 * extract(
        epoch from greatest(coalesce(last_run.finished_at, now()), last_run.started_at) - last_run.started_at
      ))::bigint as duration,
      last_run.worker,
      coalesce(last_run.error, queued.last_error) as error
    from graphile_worker.jobs queued
    full join last_run on last_run.job_id = queued.id
    where case
      when queued.id is null then last_run.status <> 'done' or last_run.name <> all (${ROUTINE_JOBS})
      else queued.attempts > 0 or queued.run_at <= now()
    end
    order by (queued.id is null), last_run.finished_at desc nulls first, id desc
    limit ${LIMIT}`.execute(db)
  return rows
}

/** How many jobs wait for a worker, and how long the oldest has, in seconds. */
export async function queueDepth(db: DbOrTx): Promise<{ waiting: number; oldest: number }> {
  const { rows } = await sql<{ waiting: number; oldest: number }>`
    select
      count(*) as waiting,
      coalesce(extract(epoch from now() - min(run_at)), 0)::int as oldest
    from graphile_worker.jobs
    where locked_at is null and attempts < max_attempts and run_at <= now()`.execute(db)
  return rows[0]! // an aggregate has one row
}

/** The last failure of the past day whose job has not succeeded since. */
export async function lastFailure(db: DbOrTx): Promise<{ name: string; error: string } | undefined> {
  const { rows } = await sql<{ name: string; error: string }>`
    select name, coalesce(error, '') as error from job_runs failed
    where status in ('failed', 'lost') and finished_at > now() - interval '1 day'
      and not exists (
        select from job_runs later where later.name = failed.name and later.id > failed.id and later.status = 'done'
      )
    order by id desc limit 1`.execute(db)
  return rows[0]
}
