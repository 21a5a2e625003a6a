import { type Db, queueDepth } from '@nightdesk/db'
import { Gauge, type Registry } from 'prom-client'
import type { ErrorLog } from './serve-metrics.ts'

/** NaN, which no alert takes for an empty queue, when the database does not answer. */
const UNKNOWN = { waiting: Number.NaN, oldest: Number.NaN }

/** The job queue, which all processes share. Servers measure it too, since a worker that is down cannot. */
export function measureQueue(registry: Registry, db: Db, log: ErrorLog) {
  const depth = shareWhileRunning(() =>
    queueDepth(db).catch((error: unknown) => {
      log.warn({ err: error }, 'The job queue could not be measured')
      return UNKNOWN
    }),
  )
  new Gauge({
    name: 'nightdesk_queue_waiting_jobs',
    help: 'Jobs whose time has come and that wait for a worker.',
    registers: [registry],
    async collect() {
      this.set((await depth()).waiting)
    },
  })
  new Gauge({
    name: 'nightdesk_queue_oldest_job_age_seconds',
    help: 'How long the oldest of these jobs has waited.',
    registers: [registry],
    async collect() {
      this.set((await depth()).oldest)
    },
  })
}

/** Calls that come while one runs get its result. */
function shareWhileRunning<T>(call: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= call().finally(() => {
      running = undefined
    })
    return running
  }
}
