import { EventEmitter } from 'node:events'
import type { JobName } from '@nightdesk/contracts'
import type { Connection } from '@nightdesk/db'
import { parseCrontab, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Logger } from 'pino'
import { startHeartbeat } from './heartbeat.ts'
import { queueLogger } from './queue-logger.ts'
import { correctSchedule, startSweeping } from './sweep.ts'

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
  // The last added stops first.
  const running = new AsyncDisposableStack()
  const heartbeat = await startHeartbeat(heartbeatConnection.db, log)
  running.defer(heartbeat.stop)
  running.defer(startSweeping(heartbeatConnection.db, log).stop)
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => heartbeat.addQueueId(workerPool.id))
  events.on('job:success', () => heartbeat.reportError(null))
  events.on('job:error', ({ job, error }) =>
    heartbeat.reportError(
      `${job.task_identifier}: ${error instanceof Error ? error.message : String(error)}`,
    ),
  )
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
