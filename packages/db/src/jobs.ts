import { type Job, type JobName, type JobPayload, ROUTINE_JOBS, type Worker } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { DbOrTx } from './client.ts'

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

/** They come after all others: an import queues thousands of them, behind which a writer would wait for hours. */
const PATIENT: readonly JobName[] = ['make-variants', 'import-pictures']

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
      priority => ${PATIENT.includes(name) ? 1 : 0},
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

const LIMIT = 20
/** Runs to search through, those of routine jobs included. */
const SEARCHED = 1_000
/** Jobs of one name that have not begun. An import queues thousands, which would hide all others. */
const MOST_WAITING = 3

/**
 * Jobs that are running or waiting for a worker, then the last that ended. Without jobs whose time has not come, and without
 * routine runs that succeeded.
 */
export async function jobHistory(db: DbOrTx): Promise<Job[]> {
  const { rows } = await sql<Job>`
    with last_run as (
      select distinct on (job_id) * from (select * from job_runs order by id desc limit ${SEARCHED}) run
      order by job_id, id desc
    ), queued as (
      select *, row_number() over (partition by task_identifier, attempts > 0 or run_at > now() order by id desc) as place
      from graphile_worker.jobs
    )
    select
      coalesce(queued.id, last_run.job_id) as id,
      coalesce(queued.task_identifier, last_run.name) as name,
      case
        when queued.locked_at is not null then 'running'
        when queued.attempts >= queued.max_attempts then 'failed'
        when queued.attempts > 0 and last_run.status = 'lost' then 'lost'
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
    from queued
    full join last_run on last_run.job_id = queued.id
    where case
      when queued.id is null then last_run.status <> 'done' or last_run.name <> all (${ROUTINE_JOBS})
      else queued.attempts > 0 or queued.run_at <= now() and place <= ${MOST_WAITING}
    end
    order by (queued.id is null), last_run.finished_at desc nulls first, id desc
    limit ${LIMIT}`.execute(db)
  return rows
}

/** How many jobs wait for a worker, and how long the oldest has, in seconds. Not those that wait for another one of their queue. */
export async function queueDepth(db: DbOrTx): Promise<{ waiting: number; oldest: number }> {
  const { rows } = await sql<{ waiting: number; oldest: number }>`
    select
      count(*) as waiting,
      coalesce(extract(epoch from now() - min(run_at)), 0)::int as oldest
    from graphile_worker.jobs waiting
    where locked_at is null and attempts < max_attempts and run_at <= now()
      and not exists (
        select from graphile_worker.jobs begun
        where begun.queue_name = waiting.queue_name and begun.locked_at is not null
      )`.execute(db)
  return rows[0]! // an aggregate has one row
}

/** The last failure of the past day whose job has not succeeded since. A job whose worker stopped once is only interrupted. */
export async function lastFailure(db: DbOrTx): Promise<{ name: string; error: string } | undefined> {
  const { rows } = await sql<{ name: string; error: string }>`
    select name, coalesce(error, '') as error from job_runs failed
    where (status = 'failed' or status = 'lost' and attempt > 1) and finished_at > now() - interval '1 day'
      and not exists (
        select from job_runs later where later.name = failed.name and later.id > failed.id and later.status = 'done'
      )
    order by id desc limit 1`.execute(db)
  return rows[0]
}

/** Seconds after the last heartbeat at which a worker no longer counts as running, by the database’s clock. */
export const STALE_AFTER = 45

const isFresh = sql<boolean>`workers.last_heartbeat > now() - make_interval(secs => ${STALE_AFTER})`

/** The recent worker processes, running ones first. Without those of a machine on which a worker was started later. */
export const workerStatus = (db: DbOrTx): Promise<Worker[]> =>
  db
    .selectFrom('workers')
    .select(['name', 'last_heartbeat', 'error_message'])
    .select(
      sql<string>`case when status = 'running' and not ${isFresh} then 'stopped' else status end`.as(
        'status',
      ),
    )
    .where(sql<boolean>`not exists (
      select from workers later where later.host = workers.host and later.started_at > workers.last_heartbeat
    )`)
    .orderBy(isFresh, 'desc')
    .orderBy('last_heartbeat', 'desc')
    .limit(50)
    .execute()

/** How far the clock of each running worker was ahead of the database’s at its last heartbeat, in seconds. */
export const workerClocks = (db: DbOrTx): Promise<{ name: string; clock_ahead: number }[]> =>
  db
    .selectFrom('workers')
    .select(['name', 'clock_ahead'])
    .where('status', '=', 'running')
    .where(isFresh)
    .execute()
