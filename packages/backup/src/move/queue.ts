import { buffer } from 'node:stream/consumers'
import type { Client } from 'pg'
import type { Archive } from '../archive/read-archive.ts'
import { openClient } from '../client.ts'

/** In the archive of a dump. */
export const QUEUE_FILE = 'queue.json'

/** A job that waits, with the arguments of `add_job` of graphile-worker. */
interface WaitingJob {
  identifier: string
  payload: unknown
  queue_name: string | null
  /** ISO 8601. */
  run_at: string
  max_attempts: number
  job_key: string | null
  priority: number
}

/** The jobs that are still to be done. One that was interrupted is done again. */
export async function readQueue(client: Client): Promise<WaitingJob[]> {
  const { rows: found } = await client.query(
    `select where to_regclass('graphile_worker._private_jobs') is not null`,
  )
  if (found.length === 0) return []
  const { rows } = await client.query<WaitingJob>(
    `select task.identifier, job.payload, queue.queue_name, to_json(job.run_at) #>> '{}' as run_at, job.max_attempts,
       job.key as job_key, job.priority
     from graphile_worker._private_jobs job
     join graphile_worker._private_tasks task on task.id = job.task_id
     left join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
     where job.attempts < job.max_attempts order by job.id`,
  )
  return rows
}

/** @param url of the role that owns the queue */
export async function loadQueue(archive: Archive, url: string): Promise<void> {
  const jobs: WaitingJob[] = JSON.parse((await buffer(archive.read(QUEUE_FILE))).toString())
  await using client = await openClient(url)
  await client.query(
    `select graphile_worker.add_job(
       identifier, payload, queue_name, run_at, max_attempts, job_key, priority
     )
     from json_to_recordset($1) as job(
       identifier text, payload json, queue_name text, run_at timestamptz, max_attempts integer, job_key text, priority integer
     )`,
    [JSON.stringify(jobs)],
  )
}
