import { once } from 'node:events'
import { SettingsError } from '@nightdesk/contracts/settings'
import { connect } from '@nightdesk/db'
import { createImageProcessor } from '@nightdesk/images'
import { openStore } from '@nightdesk/storage'
import { createDownload } from './download/download.ts'
import { type Env, readEnv } from './env.ts'
import { createLog } from './log.ts'
import { PUNCTUAL, SCHEDULE, taskList } from './tasks.ts'
import { startWorker } from './worker.ts'

/** Tells the supervisor that starting again will not help. */
const EXIT_CONFIGURATION = 78

/** Works until a signal, then finishes the jobs at hand and says that it has stopped. */
async function main(env: Env) {
  const signal = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  const log = createLog(env.LOG_LEVEL)
  const onError = (error: Error) => log.warn({ err: error }, 'A database connection broke')
  // What is added last stops first.
  await using running = new AsyncDisposableStack()
  const work = connect(env.DATABASE_URL, { max: 8, statementTimeout: 60_000, onError })
  running.defer(work.close)
  const heartbeatConnection = connect(env.DATABASE_URL, { max: 1, onError })
  running.defer(heartbeatConnection.close)
  const storage = await openStore(env)
  const images = createImageProcessor({ size: 1 })
  running.defer(images.close)
  const ctx = {
    db: work.db,
    storage,
    images,
    download: createDownload({ trusted_origins: env.TRUSTED_IMAGE_ORIGINS }),
    timezone: env.SITE_TIMEZONE,
    view_retention_months: env.VIEW_RETENTION_MONTHS,
    audit_retention_months: env.AUDIT_RETENTION_MONTHS,
    log,
  }
  running.use(
    await startWorker({
      work,
      heartbeatConnection,
      taskList: (worker) => taskList(ctx, worker),
      punctual: PUNCTUAL,
      schedule: SCHEDULE,
      log,
    }),
  )
  await signal
}

try {
  await main(readEnv())
  process.exit(0)
} catch (error) {
  const { message } = error as Error // whatever is thrown here is an Error
  process.stderr.write(`${message}\n`)
  process.exit(error instanceof SettingsError ? EXIT_CONFIGURATION : 1)
}
