import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { hostname } from 'node:os'
import { explain } from '@nightdesk/config'
import type { JobName } from '@nightdesk/contracts'
import { type Connection, type Db, STALE_AFTER } from '@nightdesk/db'
import { parseCrontab, Logger as QueueLogger, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { InterruptedRun, STOPPED } from './job-runs.ts'

/** Milliseconds that no timer fires too early. */
const SET_BACK = 60_000

interface WorkerOptions {
  /** For jobs. */
  work: Connection
  /** For heartbeats: a separate connection, so that busy jobs cannot delay them. */
  heartbeatConnection: Connection
  /** @param worker its name on screens */
  taskList(worker: string): TaskList
  /** Jobs that get a runner of their own, so that they never wait behind others. */
  punctual?: readonly JobName[]
  /** Lines of a crontab. */
  schedule: string
  log: Logger
}

/** Runs jobs until it is disposed, which finishes running jobs first. Meanwhile, releases the jobs of dead workers. */
export async function startWorker(options: WorkerOptions) {
  const { work, heartbeatConnection, punctual = [], schedule, log } = options
  const running = new AsyncDisposableStack()
  const heartbeat = await startHeartbeat(heartbeatConnection.db, log)
  running.defer(heartbeat.stop)
  running.defer(startSweeping(heartbeatConnection.db, log))
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => heartbeat.addQueueId(workerPool.id))
  events.on('job:success', () => heartbeat.reportError(null))
  events.on('job:error', ({ job, error }) => {
    if (error instanceof InterruptedRun) return
    heartbeat.reportError(`${job.task_identifier}: ${explain(error)}`)
  })
  const tasks = options.taskList(heartbeat.name)
  const queue = {
    events,
    pgPool: work.pool,
    // A scheduled job starts within a second of its time.
    pollInterval: 1_000,
    noHandleSignals: true,
    logger: queueLogger(log),
  }
  const parsedCronItems = parseCrontab(schedule)
  const runner = await run({ ...queue, taskList: tasks, parsedCronItems: [], concurrency: 2 })
  running.defer(() => runner.stop())
  const own = Object.fromEntries(punctual.map((name) => [name, tasks[name]]))
  const keepSchedule = async () => {
    await correctSchedule(work.db)
    return run({ ...queue, taskList: own, parsedCronItems, concurrency: 1 })
  }
  let reserve = keepSchedule()
  running.defer(async () => (await reserve).stop())
  await reserve
  // After a clock was set back, the runner would wait until the time that it showed before.
  events.on('cron:prematureTimer', ({ currentTimestamp, expectedTimestamp }) => {
    if (expectedTimestamp - currentTimestamp < SET_BACK) return
    log.warn('The clock was set back, the schedule begins anew')
    reserve = reserve.then((former) => former.stop()).then(keepSchedule)
  })
  log.info({ worker: heartbeat.name }, 'Worker started')
  return { [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** Of heartbeats and sweeps. With {@link STALE_AFTER} and the queue’s polling, a dead worker’s job runs again within 75 s. */
const EVERY_MS = 15_000

/**
 * Records every 15 s that this process is alive, on its own connection, so that busy jobs cannot delay it. A heartbeat that
 * fails is only logged: the next one replaces it.
 */
export async function startHeartbeat(db: Db, log: Logger) {
  const id = randomUUID()
  const host = hostname()
  const name = `worker-${host}-${process.pid}`
  let errorMessage: string | null = null
  const queueIds: string[] = []

  const write = (status: 'running' | 'stopped') => {
    const own = new Date().toISOString()
    const clock_ahead = sql<number>`extract(epoch from ${own}::timestamptz - clock_timestamp())`
    const values = { status, error_message: errorMessage, queue_ids: queueIds, clock_ahead }
    return db
      .insertInto('workers')
      .values({ id, name, host, pid: process.pid, ...values })
      .onConflict((on) => on.column('id').doUpdateSet({ last_heartbeat: sql`now()`, ...values }))
      .execute()
  }

  const beat = () => write('running').catch((error) => log.warn({ err: error }, 'A heartbeat failed'))
  await beat()
  const timer = setInterval(beat, EVERY_MS)
  return {
    /** Shown on the status screen. */
    name,
    /** Shown with this worker until a job succeeds. */
    reportError(message: string | null) {
      errorMessage = message
    },
    /** Adds a name under which this process locks jobs. Jobs that are locked under an unknown name are released. */
    addQueueId(id: string) {
      queueIds.push(id)
      void beat()
    },
    async stop() {
      clearInterval(timer)
      await write('stopped')
    },
  }
}

/**
 * Releases the jobs of dead workers, and corrects the schedule, every 15 s. Any number of processes may do so at once.
 * @returns what stops it
 */
function startSweeping(db: Db, log: Logger): () => Promise<void> {
  let sweeping = Promise.resolve()
  const timer = setInterval(() => {
    sweeping = Promise.all([sweep(db, log), correctSchedule(db)]).then(
      () => {},
      (error) => log.warn({ err: error }, 'Dead workers could not be looked for'),
    )
  }, EVERY_MS)
  return () => {
    clearInterval(timer)
    return sweeping
  }
}

/** The queue adds no scheduled job before the last one: one of a clock that was ahead would hold up all until that time. */
async function correctSchedule(db: Db): Promise<void> {
  await sql`
    update graphile_worker._private_known_crontabs
    set known_since = least(known_since, now()), last_execution = least(last_execution, now())
    where greatest(known_since, last_execution) > now() + interval '2 minutes'`.execute(db)
}

/**
 * Unlocks the jobs that no running worker holds, by the database’s clock, and keeps the queue from doing so after four hours,
 * whoever holds them. A new worker records its name before one of its jobs can be this old.
 */
export async function sweep(db: Db, log: Logger): Promise<void> {
  const limit = sql`now() - make_interval(secs => ${STALE_AFTER})`
  const alive = sql`select unnest(queue_ids) from workers where last_heartbeat > ${limit} and status <> 'stopped'`
  const isLong = sql`locked_at < now() - interval '1 hour' and locked_by in (${alive})`
  await sql`
    with long as (update graphile_worker._private_jobs set locked_at = now() where ${isLong})
    update graphile_worker._private_job_queues set locked_at = now() where ${isLong}`.execute(db)
  const { rows } = await sql<{ queue_id: string }>`
    select distinct locked_by as queue_id from graphile_worker.jobs
    where locked_at < ${limit} and locked_by not in (${alive})`.execute(db)
  if (rows.length === 0) return
  const dead = rows.map(({ queue_id }) => queue_id)
  await sql`select graphile_worker.force_unlock_workers(${dead}::text[])`.execute(db)
  await db
    .updateTable('job_runs')
    .set({ status: 'lost', finished_at: sql`now()`, error: STOPPED })
    .where('status', '=', 'running')
    .where('queue_id', 'in', dead)
    .execute()
  log.warn({ queue_ids: dead }, 'Jobs of dead workers were given back')
}

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

/** Writes the log of the job queue into ours. Its info lines have the level debug. */
export const queueLogger = (log: Logger) =>
  new QueueLogger((scope) => (level, message, meta) => {
    const { error } = meta ?? {}
    log[levels[level as keyof typeof levels]](
      { ...scope, ...(error !== undefined && { err: error }) },
      message,
    )
  })
