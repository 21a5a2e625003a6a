import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

/** A decoder allocates some tens of megabytes in this time, at most. */
const WATCH_MS = 20

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
export async function startWorker(script: URL): Promise<ChildProcess> {
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

export interface Bounds {
  /** Milliseconds. */
  timeout: number
  /** Maximum memory of the process in bytes; Linux only. Default: no limit. */
  memory?: number | undefined
}

/** @throws WorkerDied, WorkerTimedOut, WorkerTooLarge; the process cannot be used after any of them */
export async function ask(
  worker: ChildProcess,
  request: object,
  { timeout, memory }: Bounds,
): Promise<unknown> {
  holdOpen(worker)
  worker.send(request)
  const reply = await nextMessage(worker, timeout, memory)
  letGo(worker)
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
export function memoryOf({ pid }: ChildProcess): number {
  try {
    const [, kilobytes = 0] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) * 1024
  } catch {
    return 0 // the file is missing: another system, or the process has ended
  }
}

/** A child process keeps this one alive during a request, and not while idle. */
function holdOpen(worker: ChildProcess) {
  worker.ref()
  worker.channel?.ref()
}

function letGo(worker: ChildProcess) {
  worker.unref()
  worker.channel?.unref()
}
