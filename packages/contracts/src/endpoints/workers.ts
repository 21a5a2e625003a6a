import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, instant, nothing } from '../fields.ts'
import { ROUTINE_JOBS } from '../rules/job-rules.ts'

/** A worker is `running` while its heartbeat is under 45 s old by the database’s clock. */
export const worker = z
  .object({
    name: z.string(),
    status: z.string(),
    last_heartbeat: instant.nullable(),
    error_message: z.string().nullable(),
  })
  .meta({ id: 'Worker' })
export type Worker = z.infer<typeof worker>

/** `retrying` waits after a failed run; `failed` has no attempts left; `lost` was running on a worker that died. */
export const JOB_STATES = ['queued', 'running', 'retrying', 'done', 'failed', 'lost'] as const

export const job = z.object({
  id,
  name: z.string(),
  state: z.enum(JOB_STATES),
  /** Runs that have begun. */
  attempts: z.int().min(0),
  queued_at: instant,
  /** Of the last run. */
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
  /** Of the last run, in milliseconds; of a run in progress, so far. */
  duration: z.int().min(0).nullable(),
  worker: z.string().nullable(),
  /** The error of the last failed run, until a run succeeds. */
  error: z.string().nullable(),
})
export type Job = z.infer<typeof job>

export const workers = {
  status: endpoint('GET /admin/worker/status', {
    access: 'author',
    summary: 'Every worker process and how it is',
    input: nothing,
    output: z.array(worker),
    background: true,
  }),
  triggerAnalytics: endpoint('POST /admin/worker/trigger-analytics', {
    access: 'editor',
    summary: 'Queue the analytics summary; while one waits, the same job is returned',
    input: nothing,
    output: z.object({ job_id: z.string() }),
    reply: 'data',
    status: 202,
  }),
  jobs: endpoint('GET /admin/worker/jobs', {
    access: 'editor',
    summary: `Jobs under way and the last that ended, those under way first; but for runs of ${ROUTINE_JOBS.join(' and ')} that went well`,
    input: nothing,
    output: z.array(job),
    background: true,
  }),
  retry: endpoint('POST /admin/worker/jobs/:id/retry', {
    access: 'editor',
    summary: 'Run a job that has failed again, now and with all its attempts',
    input: z.object({ id }),
    output: z.object({ job_id: z.string() }),
    reply: 'data',
    status: 202,
  }),
}
