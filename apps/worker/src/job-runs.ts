import { explain } from '@nightdesk/config'
import type { Db, Tx } from '@nightdesk/db'
import type { Job } from 'graphile-worker'
import { sql } from 'kysely'

/** A job as the queue passes it to the worker. */
export type QueuedJob = Pick<
  Job,
  'id' | 'task_identifier' | 'attempts' | 'max_attempts' | 'created_at' | 'locked_by'
>

/** One run of a job. All its changes of the database go through these functions. */
export interface JobRun {
  run_id: number
  /** Whether a failure is final. */
  isLastAttempt: boolean
  /** A transaction that fails if another run has taken over the job. @throws SupersededRun */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The last transaction: it marks the job as done, which is not run again even if this worker dies now. */
  finish<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** This worker sent no heartbeat for so long that another one has taken over the job. */
export class SupersededRun extends Error {
  override name = 'SupersededRun'
}

/** The job failed only because its worker was asked to stop: the next worker goes on with it. */
export class InterruptedRun extends Error {
  override name = 'InterruptedRun'
}

/** What became of a run that is lost. */
export const STOPPED = 'The worker stopped'
const MAX_ERROR_LENGTH = 500

/**
 * Runs a job and records the run. A superseded run changes nothing. A job whose effects were committed by a worker that
 * died before it told the queue is not run again.
 * @throws InterruptedRun when it fails after `stopping` was aborted, and otherwise the error of the task
 */
export async function runJob(
  db: Db,
  worker: string,
  job: QueuedJob,
  task: (run: JobRun) => Promise<void>,
  stopping?: AbortSignal,
): Promise<void> {
  const id = await begin(db, worker, job)
  if (id === null) return
  const transaction = transactionOf(db, id)
  let isFinished = false
  const run: JobRun = {
    run_id: id,
    isLastAttempt: job.attempts >= job.max_attempts,
    transaction,
    finish: (work) =>
      transaction(async (tx) => {
        const result = await work(tx)
        await end(tx, id, 'done')
        isFinished = true
        return result
      }),
  }
  try {
    await task(run)
    if (!isFinished) await run.finish(async () => {})
  } catch (error) {
    if (stopping?.aborted) {
      await end(db, id, 'lost', STOPPED)
      throw new InterruptedRun(STOPPED, { cause: error })
    }
    await end(db, id, 'failed', explain(error).slice(0, MAX_ERROR_LENGTH))
    throw error
  }
}

/** The transactions of a run, also in a process that works for it. */
export const transactionOf =
  (db: Db, run_id: number): JobRun['transaction'] =>
  (work) =>
    db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('job_runs')
        .select('id')
        .where('id', '=', run_id)
        .where('status', '=', 'running')
        .forUpdate()
        .executeTakeFirstOrThrow(() => new SupersededRun('Another worker has taken over this job'))
      return work(tx)
    })

/** @returns the id of the new run, or null when the job is done */
async function begin(db: Db, worker: string, job: QueuedJob): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    // Waits for a transaction of an earlier run that may commit now.
    await tx
      .updateTable('job_runs')
      .set({ status: 'lost', finished_at: sql`now()`, error: STOPPED })
      .where('job_id', '=', Number(job.id))
      .where('status', '=', 'running')
      .execute()
    const done = await tx
      .selectFrom('job_runs')
      .select('id')
      .where('job_id', '=', Number(job.id))
      .where('status', '=', 'done')
      .executeTakeFirst()
    if (done) return null
    const { id } = await tx
      .insertInto('job_runs')
      .values({
        job_id: Number(job.id),
        name: job.task_identifier,
        attempt: job.attempts,
        worker,
        queue_id: job.locked_by ?? '',
        // It is a string on connections that read instants as strings.
        queued_at: new Date(job.created_at).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

const end = (db: Db | Tx, id: number, status: 'done' | 'failed' | 'lost', error: string | null = null) =>
  db
    .updateTable('job_runs')
    .set({ status, error, finished_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()
