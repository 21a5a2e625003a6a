import { backupPlan, logOptions, runProgram } from '@nightdesk/config'
import { type Connection, connect } from '@nightdesk/db'
import { createImageProcessor } from '@nightdesk/images'
import { openExportFiles, openImportFiles, openStore } from '@nightdesk/storage'
import { type Logger, pino } from 'pino'
import { createCdnPurge } from './cdn.ts'
import { createLinkCheck } from './download/check-link.ts'
import { createDownload } from './download/download.ts'
import { type Env, readEnv } from './env.ts'
import { PUNCTUAL, scheduleFor, taskList } from './tasks.ts'
import { startWorker } from './worker.ts'

await runProgram(async (running) => {
  const env = readEnv()
  const log = pino(logOptions('worker', env.LOG_LEVEL), pino.destination(1))
  const onError = (error: Error) => log.warn({ err: error }, 'A database connection broke')
  // Not through a pooler: the job queue listens, and jobs take longer than its connections allow.
  const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL
  const work = running.use(connect(url, { max: 8, statementTimeout: 60_000, onError }))
  const heartbeatConnection = running.use(connect(url, { max: 1, onError }))
  running.use(await metricsOf(env, work, log))
  const images = createImageProcessor({ size: 1 })
  running.defer(images.close)
  const ctx = {
    db: work.db,
    storage: await openStore(env),
    import_files: await openImportFiles(env),
    export_files: await openExportFiles(env),
    images,
    download: createDownload({ trusted_origins: env.TRUSTED_IMAGE_ORIGINS }),
    checkLink: createLinkCheck({ trusted_origins: env.TRUSTED_IMAGE_ORIGINS, site_url: env.SITE_URL }),
    cdn: createCdnPurge(env),
    database_url: url,
    settings: env,
    log,
  }
  const worker = await startWorker({
    work,
    heartbeatConnection,
    taskList: (name) => taskList(ctx, name),
    punctual: PUNCTUAL,
    schedule: scheduleFor(backupPlan(env)),
    log,
  })
  running.use(worker)
})

/** Null without a port for metrics. Then their code is not even loaded. */
async function metricsOf(settings: Env, connection: Connection, log: Logger) {
  if (settings.METRICS_PORT === undefined) return null
  const { openMetrics } = await import('@nightdesk/doctor/metrics')
  return openMetrics({ program: 'worker', connection, settings, log })
}
