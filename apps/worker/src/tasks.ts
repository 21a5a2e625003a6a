import { type BackupPlan, walDirectory } from '@nightdesk/config'
import { type JobName, jobs } from '@nightdesk/contracts'
import type { JobHelpers, TaskList } from 'graphile-worker'
import { isPublicHost } from './download/guarded-request.ts'
import { readImport, runImport, undoImport } from './imports/import-jobs.ts'
import { runJob } from './job-runs.ts'
import type { Task, WorkerContext } from './task.ts'
import { checkLinks } from './tasks/check-links.ts'
import { copyImage } from './tasks/copy-image.ts'
import {
  checkWorkers,
  keepAudit,
  purgeCdn,
  purgeExpired,
  purgeTrash,
  rebuildDay,
  summariseAnalytics,
} from './tasks/maintenance.ts'
import { makeVariants } from './tasks/make-variants.ts'
import { publishMissed, publishScheduled } from './tasks/publish-scheduled.ts'
import { reconcileStorage } from './tasks/reconcile-storage.ts'
import { keepViewMonths } from './tasks/view-months.ts'

interface Row<Name extends JobName> {
  run: Task<Name>
  /** When it runs by itself. */
  cron?: Cron | ((plan: BackupPlan) => Cron | undefined)
  /** Never waits behind jobs that take minutes: readers were told a time, or are about to see the result. */
  isPunctual?: true
}

interface Cron {
  /** Five fields of a crontab, in UTC. */
  at: string
  /** Runs that were missed while everything was down are made up, as far back as this. */
  catchUp: string
  /** While a job with this key waits, no other is added. Default: the name of the job. */
  key?: string
}

const EVERY_MINUTE: Cron = { at: '* * * * *', catchUp: '1m' }

/** Weekly on Sunday, so that the last backup of each week is a proved one. */
const BACKUPS = {
  day: { at: '30 2 * * *', catchUp: '1d' },
  week: { at: '30 2 * * 0', catchUp: '1w' },
  off: undefined,
}
const SUNDAYS: Cron = { at: '40 3 * * 0', catchUp: '1w' }
const TRIAL_RESTORES = { day: SUNDAYS, week: SUNDAYS, off: undefined }

/** One row per job of the contract. Large code is loaded when it is needed: an idle worker saves its memory. */
const tasks: { [Name in JobName]: Row<Name> } = {
  'analytics-summary': {
    run: summariseAnalytics,
    // Apart from a run that somebody asked for, which has another key.
    cron: { at: '0 * * * *', catchUp: '2h', key: 'analytics-summary-hourly' },
  },
  'rebuild-views': { run: rebuildDay, cron: { at: '20 3 * * *', catchUp: '2d' } },
  'view-months': { run: keepViewMonths, cron: { at: '10 3 * * *', catchUp: '2d' } },
  'publish-scheduled': { run: publishScheduled, isPunctual: true },
  'publish-missed': { run: publishMissed, isPunctual: true, cron: EVERY_MINUTE },
  'worker-health': { run: checkWorkers, cron: EVERY_MINUTE },
  'purge-expired': { run: purgeExpired, cron: { at: '30 * * * *', catchUp: '2h' } },
  // Before storage is reconciled: it leaves images behind that nothing refers to.
  'purge-trash': { run: purgeTrash, cron: { at: '5 3 * * *', catchUp: '2d' } },
  'audit-log': { run: keepAudit, cron: { at: '40 3 * * *', catchUp: '1d' } },
  'make-variants': { run: makeVariants },
  'copy-image': { run: copyImage },
  'read-import': { run: readImport },
  'run-import': { run: runImport },
  'undo-import': { run: undoImport },
  'import-pictures': {
    run: async (ctx, { item_id }) =>
      (await import('@nightdesk/import')).copyPictures(
        { ...ctx, isPublicHost, has_cdn: ctx.cdn !== null },
        item_id,
      ),
  },
  'check-links': { run: checkLinks, cron: { at: '50 * * * *', catchUp: '1h' } },
  'purge-cdn': { run: purgeCdn, isPunctual: true },
  'reconcile-storage': { run: reconcileStorage, cron: { at: '15 3 * * *', catchUp: '1d' } },
  'export-site': {
    run: async (ctx, payload) => (await import('./exports/make-export.ts')).makeExport(ctx, payload),
  },
  'back-up': {
    run: async (ctx, payload) => (await import('./backups.ts')).backUp(ctx, payload),
    cron: ({ interval }) => BACKUPS[interval],
  },
  'archive-wal': {
    // It runs every minute, and needs little of the code of backups.
    run: async ({ database_url, settings, log }) => {
      const { archiveWal } = await import('@nightdesk/backup/archive-wal')
      const report = await archiveWal(database_url, walDirectory(settings))
      if (report?.base) log.info(report, 'Base backup written')
    },
    cron: ({ wal_directory }) => (wal_directory === null ? undefined : EVERY_MINUTE),
  },
  'verify-backup': {
    run: async (ctx, payload) => (await import('./backups.ts')).verifyRecorded(ctx, payload),
    cron: ({ interval }) => TRIAL_RESTORES[interval],
  },
}

const rows = Object.entries(tasks) as [JobName, Row<JobName>][] // each row gets the payload that its own schema parsed

export const PUNCTUAL = rows.filter(([, { isPunctual }]) => isPunctual).map(([name]) => name)

/**
 * The lines of a crontab for graphile-worker. A waiting job keeps its time: a worker whose clock is ahead cannot postpone
 * it again and again.
 */
export const scheduleFor = (plan: BackupPlan): string =>
  rows
    .flatMap(([name, { cron }]) => {
      const own = typeof cron === 'function' ? cron(plan) : cron
      return own ? [crontabLine(name, own)] : []
    })
    .join('\n')

function crontabLine(name: JobName, { at, catchUp, key = name }: Cron): string {
  return `${at} ${name} ?fill=${catchUp}&jobKey=${key}&jobKeyMode=preserve_run_at`
}

/** The table in the form of graphile-worker. `worker` is the name that the history shows. */
export function taskList(ctx: WorkerContext, worker: string): TaskList {
  const entries = rows.map(([name, { run }]) => [
    name,
    (raw: unknown, { job, abortSignal: stopping }: JobHelpers) =>
      runJob(
        ctx.db,
        worker,
        job,
        (own) => run({ ...ctx, ...own, stopping }, jobs[name].parse(raw)),
        stopping,
      ),
  ])
  return Object.fromEntries(entries)
}
