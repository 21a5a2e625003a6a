import { EventEmitter } from 'node:events'
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
  pulse: Connection
  /** @param worker the name that screens show */
  taskList(worker: string): TaskList
  /** Lines of a crontab. */
  schedule: string
  log: Logger
}

/** Takes jobs until it is stopped; those at hand are finished then. Dead workers’ jobs are given back meanwhile. */
export async function startWorker({ work, pulse, taskList, schedule, log }: WorkerOptions) {
  // What is added last stops first.
  const running = new AsyncDisposableStack()
  const heartbeat = await startHeartbeat(pulse.db, log)
  running.defer(heartbeat.stop)
  running.defer(startSweeping(pulse.db, log).stop)
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => heartbeat.addQueueId(workerPool.id))
  events.on('job:success', () => heartbeat.reportError(null))
  events.on('job:error', ({ job, error }) =>
    heartbeat.reportError(
      `${job.task_identifier}: ${error instanceof Error ? error.message : String(error)}`,
    ),
  )
  const runner = await run({
    events,
    pgPool: work.pool,
    taskList: taskList(heartbeat.name),
    parsedCronItems: parseCrontab(schedule),
    concurrency: 2,
    noHandleSignals: true,
    logger: queueLogger(log),
  })
  running.defer(() => runner.stop())
  log.info({ worker: heartbeat.name }, 'Worker started')
  return { [Symbol.asyncDispose]: () => running.disposeAsync() }
}
