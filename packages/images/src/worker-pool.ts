import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { AppError, SERVER_ERROR } from '@nightdesk/contracts'
import type { LimitFunction } from 'p-limit'
import pLimit from 'p-limit'

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
  /** Maximum memory of a process in bytes; Linux only. Default: no limit. */
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
      const idle = this.#takeIdle()
      if (!idle) return this.#ask(await this.#start(), request)
      return this.#ask(idle, request).catch(async (error) => {
        // The memory may be that of earlier requests.
        if (error instanceof WorkerTooLarge) return this.#ask(await this.#start(), request)
        throw error
      })
    })
  }

  async #ask(worker: ChildProcess, request: Request): Promise<Reply> {
    try {
      const reply = await ask(worker, request, this.#options)
      this.#rest(worker)
      return reply as Reply // the script replies with the type of the pool
    } catch (error) {
      worker.kill('SIGKILL')
      throw error
    }
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
    const end = () => {
      // Before it has ended, so that no request takes it.
      this.#forgetIdle(worker)
      worker.kill('SIGKILL')
    }
    this.#idle.set(worker, setTimeout(end, this.#options.idle).unref())
  }

  #forgetIdle(worker: ChildProcess) {
    clearTimeout(this.#idle.get(worker))
    this.#idle.delete(worker)
  }
}

/** A decoder allocates a few megabytes in this time; in 20 ms it was up to 16. */
const WATCH_MS = 5

/** A start takes seconds on a busy machine. */
const START_MS = 30_000

/** The process ended during a request. */
export class WorkerDied extends Error {
  override name = 'WorkerDied'
}

export class WorkerTimedOut extends Error {
  override name = 'WorkerTimedOut'
}

export class WorkerTooLarge extends Error {
  override name = 'WorkerTooLarge'
}

/** Starts a script that calls `answerRequests`, and waits until it is ready. */
async function startWorker(script: URL): Promise<ChildProcess> {
  const worker = fork(script, {
    // A process that decodes uploads gets none of our secrets.
    // With one arena, malloc reuses or returns the memory of the last image.
    env: { MALLOC_ARENA_MAX: '1' },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // A broken channel ends the child too, and requests wait for its exit. Without a listener the error would end this process.
  worker.on('error', () => {})
  try {
    await nextMessage(worker, START_MS)
    return worker
  } catch (cause) {
    worker.kill('SIGKILL')
    throw new Error('A worker process did not start', { cause })
  }
}

/** @throws WorkerDied, WorkerTimedOut, WorkerTooLarge; the process cannot be used after any of them */
async function ask(
  worker: ChildProcess,
  request: object,
  { timeout, memory }: Pick<PoolOptions, 'timeout' | 'memory'>,
): Promise<unknown> {
  // A child process keeps this one alive during a request, and not while idle.
  worker.ref()
  worker.channel?.ref()
  worker.send(request)
  const reply = await nextMessage(worker, timeout, memory)
  worker.unref()
  worker.channel?.unref()
  return reply
}

async function nextMessage(worker: ChildProcess, timeout: number, memory = Infinity): Promise<unknown> {
  const settled = new AbortController()
  const { signal } = settled
  const timer = setTimeout(() => settled.abort(new WorkerTimedOut(`No answer within ${timeout} ms`)), timeout)
  const watch = setInterval(() => {
    if (memoryOf(worker) > memory) settled.abort(new WorkerTooLarge(`More than ${memory} bytes of memory`))
  }, WATCH_MS)
  try {
    const died = once(worker, 'exit', { signal }).then(([code, killedBy]) => {
      throw new WorkerDied(`The worker process ended with ${killedBy ?? code}`)
    })
    const [message] = await Promise.race([once(worker, 'message', { signal }), died])
    return message
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
    settled.abort()
  }
}

/** Resident memory of a process in bytes; 0 where the system does not report it. */
function memoryOf({ pid }: ChildProcess): number {
  try {
    const [, kilobytes = 0] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) * 1024
  } catch {
    return 0 // the file is missing: another system, or the process has ended
  }
}
