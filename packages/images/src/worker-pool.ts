import type { ChildProcess } from 'node:child_process'
import { AppError, SERVER_ERROR } from '@nightdesk/contracts'
import pLimit, { type LimitFunction } from 'p-limit'
import { ask, memoryOf, startWorker } from './forked-worker.ts'

export interface PoolOptions {
  /** A script that calls `answerRequests`. */
  script: URL
  /** Maximum number of processes. None runs before the first request. */
  size: number
  /** Maximum number of requests that wait for a process. */
  maxWaiting: number
  /** Milliseconds a request may take, not counting the wait. */
  timeout: number
  /** Milliseconds before an idle process ends. */
  idle: number
  /** Maximum memory of a process in bytes. Default: no limit. */
  memory?: number
  /** Maximum memory of an idle process in bytes: above it, the process is replaced. Default: no limit. */
  memoryAtRest?: number
}

/** Too many requests wait. */
export class PoolFull extends AppError {
  override name = 'PoolFull'

  constructor() {
    super('UNAVAILABLE', SERVER_ERROR, { retryAfter: 5 })
  }
}

/** Runs requests in child processes, so that neither a native crash nor an endless loop affects this one. */
export class WorkerPool<Request extends object, Reply> {
  readonly #options: PoolOptions
  readonly #limit: LimitFunction
  readonly #running = new Set<ChildProcess>()
  /** Idle processes with the timers that end them. */
  readonly #idle = new Map<ChildProcess, NodeJS.Timeout>()

  constructor(options: PoolOptions) {
    this.#options = options
    this.#limit = pLimit(options.size)
  }

  /** @throws PoolFull, WorkerDied, WorkerTimedOut, WorkerTooLarge */
  async run(request: Request): Promise<Reply> {
    if (this.#limit.pendingCount >= this.#options.maxWaiting) throw new PoolFull()
    return this.#limit(async () => {
      const worker = this.#takeIdle() ?? (await this.#start())
      try {
        const reply = await ask(worker, request, this.#options)
        this.#rest(worker)
        return reply as Reply // the script replies with the type of the pool
      } catch (error) {
        worker.kill('SIGKILL')
        throw error
      }
    })
  }

  /** Kills the processes; their requests fail. */
  close(): void {
    for (const worker of this.#running) worker.kill('SIGKILL')
  }

  async #start(): Promise<ChildProcess> {
    const worker = await startWorker(this.#options.script)
    this.#running.add(worker)
    worker.once('exit', () => {
      this.#running.delete(worker)
      this.#forgetIdle(worker)
    })
    return worker
  }

  #takeIdle(): ChildProcess | undefined {
    const [worker] = this.#idle.keys()
    if (worker) this.#forgetIdle(worker)
    return worker
  }

  #rest(worker: ChildProcess) {
    const { memoryAtRest = Infinity } = this.#options
    if (memoryOf(worker) > memoryAtRest) return worker.kill('SIGKILL')
    const timer = setTimeout(() => worker.kill('SIGKILL'), this.#options.idle)
    this.#idle.set(worker, timer.unref())
  }

  #forgetIdle(worker: ChildProcess) {
    clearTimeout(this.#idle.get(worker))
    this.#idle.delete(worker)
  }
}
