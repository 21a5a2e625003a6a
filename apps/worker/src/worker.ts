import { EventEmitter } from 'node:events'
import type { JobName } from '@nightdesk/contracts'
import type { Connection } from '@nightdesk/db'
import { parseCrontab, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Logger } from 'pino'
import { startHeartbeat } from './heartbeat.ts'
import { queueLogger } from './queue-logger.ts'
import { startSweeping } from './sweep.ts'

interface WorkerOptions {
  /** For jobs. */
  work: Connection
  /** For signs of life: apart, so that busy jobs cannot delay them. */
  heartbeatConnection: Connection
  /** @param worker the name that screens show */
  taskList(worker: string): TaskList
  /** Those of them that have to run at their time, however long others take. */
  punctual?: readonly JobName[]
  /** Lines of a crontab. */
  schedule: string
  log: Logger
}

/** Takes jobs until it is stopped; those at hand are finished then. Dead workers’ jobs are given back meanwhile. */
export async function startWorker(options: WorkerOptions) {
  const { work, heartbeatConnection, punctual = [], schedule, log } = options
  // What is added last stops first.
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
    // What is scheduled for a time is begun within a second of it.
    pollInterval: 1_000,
    noHandleSignals: true,
    logger: queueLogger(log),
  }
  const parsedCronItems = parseCrontab(schedule)
  const runner = await run({ ...queue, taskList: tasks, parsedCronItems, concurrency: 2 })
  running.defer(() => runner.stop())
  if (punctual.length > 0) {
    const own = Object.fromEntries(punctual.map((name) => [name, tasks[name]]))
    const reserve = await run({ ...queue, taskList: own, parsedCronItems: [], concurrency: 1 })
    running.defer(() => reserve.stop())
  }
  log.info({ worker: heartbeat.name }, 'Worker started')
  return { [Symbol.asyncDispose]: () => running.disposeAsync() }
}
