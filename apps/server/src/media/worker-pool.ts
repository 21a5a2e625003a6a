import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import pLimit from 'p-limit'

const START_MS = 10_000

interface PoolOptions {
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
}

export interface WorkerPool<Request, Reply> {
  /** @throws PoolFull, WorkerDied, WorkerTimedOut */
  run(request: Request): Promise<Reply>
  /** Ends the processes; what they still work on fails. */
  close(): void
}

/** As many requests wait as may. */
export class PoolFull extends Error {
  override name = 'PoolFull'
}

/** The process ended while it worked on the request. */
export class WorkerDied extends Error {
  override name = 'WorkerDied'
}

export class WorkerTimedOut extends Error {
  override name = 'WorkerTimedOut'
}

/** Runs requests in processes of their own, so that neither a native crash nor an endless loop reaches ours. */
export function createWorkerPool<Request extends object, Reply>(
  options: PoolOptions,
): WorkerPool<Request, Reply> {
  const limit = pLimit(options.size)
  const running = new Set<ChildProcess>()
  const idle = new Map<ChildProcess, NodeJS.Timeout>()

  async function start() {
    const child = forkWorker(options.script)
    running.add(child)
    child.once('exit', () => {
      running.delete(child)
      clearTimeout(idle.get(child))
      idle.delete(child)
    })
    await nextMessage(child, START_MS).catch((cause) => {
      child.kill('SIGKILL')
      throw new Error('A worker process did not start', { cause })
    })
    return child
  }

  function takeIdle() {
    const [entry] = idle
    if (!entry) return undefined
    const [child, timer] = entry
    clearTimeout(timer)
    idle.delete(child)
    holdOpen(child, true)
    return child
  }

  function rest(child: ChildProcess) {
    const timer = setTimeout(() => child.kill('SIGKILL'), options.idle)
    idle.set(child, timer.unref())
    holdOpen(child, false)
  }

  async function work(request: Request) {
    const child = takeIdle() ?? (await start())
    try {
      child.send(request)
      const reply = await nextMessage(child, options.timeout)
      rest(child)
      return reply as Reply // the script answers what the pool was typed with
    } catch (error) {
      child.kill('SIGKILL')
      throw error
    }
  }

  return {
    async run(request) {
      if (limit.pendingCount >= options.maxWaiting) throw new PoolFull('Too many requests wait')
      return limit(() => work(request))
    },
    close() {
      for (const child of running) child.kill('SIGKILL')
    },
  }
}

/** Without our environment: what decodes strangers’ bytes has no business with our secrets. */
function forkWorker(script: URL): ChildProcess {
  const child = fork(script, {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // A broken channel also ends the process, and that is what requests wait for; unheard it would end ours.
  child.on('error', () => {})
  return child
}

async function nextMessage(child: ChildProcess, timeout: number): Promise<unknown> {
  const settled = new AbortController()
  const { signal } = settled
  const timer = setTimeout(() => settled.abort(new WorkerTimedOut(`No answer within ${timeout} ms`)), timeout)
  try {
    const ended = once(child, 'exit', { signal }).then(([code, killedBy]) => {
      throw new WorkerDied(`The worker process ended with ${killedBy ?? code}`)
    })
    const [message] = await Promise.race([once(child, 'message', { signal }), ended])
    return message
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    clearTimeout(timer)
    settled.abort()
  }
}

/** An idle process does not keep ours from ending. */
function holdOpen(child: ChildProcess, hold: boolean) {
  if (hold) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}
