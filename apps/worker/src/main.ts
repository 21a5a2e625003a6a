import { once } from 'node:events'
import { connect } from '@nightdesk/db'
import { openStore } from '@nightdesk/storage'
import { pino } from 'pino'
import { type Env, readEnv } from './env.ts'
import { SCHEDULE, taskList } from './tasks.ts'
import { startWorker } from './worker.ts'

/** Tells the supervisor that starting again will not help. */
const EXIT_CONFIGURATION = 78

/** Works until a signal, then finishes the jobs at hand and says that it has stopped. */
async function main(env: Env) {
  const signal = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  const log = pino({
    level: env.LOG_LEVEL,
    base: { name: 'worker' },
    timestamp: pino.stdTimeFunctions.isoTime,
  })
  const onError = (error: Error) => log.warn({ err: error }, 'A database connection broke')
  // What is added last stops first.
  await using running = new AsyncDisposableStack()
  const work = connect(env.DATABASE_URL, { max: 5, statementTimeout: 60_000, onError })
  running.defer(work.close)
  const pulse = connect(env.DATABASE_URL, { max: 1, onError })
  running.defer(pulse.close)
  const storage = await openStore(env)
  const ctx = {
    db: work.db,
    storage,
    timezone: env.SITE_TIMEZONE,
    view_retention_months: env.VIEW_RETENTION_MONTHS,
    log,
  }
  running.use(
    await startWorker({ work, pulse, taskList: (worker) => taskList(ctx, worker), schedule: SCHEDULE, log }),
  )
  await signal
}

try {
  await main(readEnv())
  process.exit(0)
} catch (error) {
  const { message } = error as Error // whatever is thrown here is an Error
  process.stderr.write(`${message}\n`)
  process.exit(/^The settings/.test(message) ? EXIT_CONFIGURATION : 1)
}
