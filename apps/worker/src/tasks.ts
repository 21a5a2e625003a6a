import { type JobName, type JobPayload, jobs } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import type { ImageProcessor } from '@nightdesk/images'
import type { Store } from '@nightdesk/storage'
import type { JobHelpers, TaskList } from 'graphile-worker'
import type { Logger } from 'pino'
import type { Download } from './download/download.ts'
import { type JobRun, runJob } from './job-runs.ts'
import { summariseAnalytics } from './tasks/analytics-summary.ts'
import { keepAudit } from './tasks/audit-log.ts'
import { copyImage } from './tasks/copy-image.ts'
import { makeVariants } from './tasks/make-variants.ts'
import { publishMissed, publishScheduled } from './tasks/publish-scheduled.ts'
import { purgeExpired } from './tasks/purge-expired.ts'
import { purgeTrash } from './tasks/purge-trash.ts'
import { rebuildDay } from './tasks/rebuild-views.ts'
import { reconcileStorage } from './tasks/reconcile-storage.ts'
import { keepViewMonths } from './tasks/view-months.ts'
import { checkWorkers } from './tasks/worker-health.ts'

/** What jobs have in common. */
export interface WorkerContext {
  db: Db
  storage: Store
  images: ImageProcessor
  /** The only way out to the internet. */
  download: Download
  /** Where days begin. */
  timezone: string
  /** Whole months that raw views are kept; 0 for ever. */
  view_retention_months: number
  /** Whole months that lines of the audit log are kept; 0 for ever. */
  audit_retention_months: number
  log: Logger
}

/** Everything a job may touch. */
export interface JobContext extends WorkerContext, JobRun {}

/** The function behind one job. Its payload is already parsed. */
export type Task<Name extends JobName> = (ctx: JobContext, payload: JobPayload<Name>) => Promise<void>

/** One function per row of the job table. */
const tasks: { [Name in JobName]: Task<Name> } = {
  'analytics-summary': summariseAnalytics,
  'rebuild-views': rebuildDay,
  'view-months': keepViewMonths,
  'publish-scheduled': publishScheduled,
  'publish-missed': publishMissed,
  'worker-health': checkWorkers,
  'purge-expired': purgeExpired,
  'purge-trash': purgeTrash,
  'audit-log': keepAudit,
  'make-variants': makeVariants,
  'copy-image': copyImage,
  'reconcile-storage': reconcileStorage,
}

/** Readers were told a time, or are about to see it: these never wait behind jobs that take minutes. */
export const PUNCTUAL: readonly JobName[] = ['publish-scheduled', 'publish-missed']

/** A job that waits keeps its time: a worker whose clock is ahead cannot push it away again and again. */
const at = (when: string, name: JobName, { fill = '1m', key = name as string } = {}) =>
  `${when} ${name} ?fill=${fill}&jobKey=${key}&jobKeyMode=preserve_run_at`

/** When jobs run by themselves. What was missed while everything was down is caught up, for hours or days. */
export const SCHEDULE = [
  // Apart from one that somebody asked for.
  at('0 * * * *', 'analytics-summary', { fill: '2h', key: 'analytics-summary-hourly' }),
  at('* * * * *', 'publish-missed'),
  at('* * * * *', 'worker-health'),
  at('30 * * * *', 'purge-expired', { fill: '2h' }),
  // Before the pictures are reconciled, of which it leaves some to nobody.
  at('5 3 * * *', 'purge-trash', { fill: '2d' }),
  at('15 3 * * *', 'reconcile-storage', { fill: '1d' }),
  at('10 3 * * *', 'view-months', { fill: '2d' }),
  at('20 3 * * *', 'rebuild-views', { fill: '2d' }),
  at('40 3 * * *', 'audit-log', { fill: '1d' }),
].join('\n')

/** The table as graphile-worker takes it. `worker` is the name that the history shows. */
export function taskList(ctx: WorkerContext, worker: string): TaskList {
  const entries = Object.entries(tasks).map(([name, task]) => {
    const payload = jobs[name as JobName] // the keys of `tasks` are the job names
    const run = task as (ctx: JobContext, payload: unknown) => Promise<void> // each gets what its own row parsed
    return [
      name,
      (raw: unknown, { job }: JobHelpers) =>
        runJob(ctx.db, worker, job, (own) => run({ ...ctx, ...own }, payload.parse(raw))),
    ]
  })
  return Object.fromEntries(entries)
}
