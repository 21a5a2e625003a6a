import type { ChildProcess } from 'node:child_process'
import { AppError, SERVER_ERROR } from '@nightdesk/contracts'
import pLimit, { type LimitFunction } from 'p-limit'
import { ask, memoryOf, startWorker } from './forked-worker.ts'

export interface PoolOptions {
  /** A script that calls `answerRequests`. */
  script: URL
  /** Processes at most. None runs before the first request. */
  size: number
  /** Requests that may wait for a process. */
  maxWaiting: number
  /** Milliseconds a request may take, not counting the wait. */
  timeout: number
  /** Milliseconds a process stays without work. */
  idle: number
  /** Bytes of memory that a process may have. Default: no limit. */
  memory?: number
  /** Bytes of memory that it may keep between two requests. */
  memoryAtRest?: number
}

/** As many requests wait as may: an UNAVAILABLE, for which nobody is to blame. */
export class PoolFull extends AppError {
  override name = 'PoolFull'

  constructor() {
    super('UNAVAILABLE', SERVER_ERROR, { retryAfter: 5 })
  }
}

/** Runs requests in processes of their own, so that neither a native crash nor an endless loop reaches ours. */
export class WorkerPool<Request extends object, Reply> {
  readonly #options: PoolOptions
  readonly #limit: LimitFunction
  readonly #running = new Set<ChildProcess>()
  /** Each with the timer that ends it. */
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
        return reply as Reply // the script answers what the pool was typed with
      } catch (error) {
        worker.kill('SIGKILL')
        throw error
      }
    })
  }

  /** Ends the processes; what they still work on fails. */
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
