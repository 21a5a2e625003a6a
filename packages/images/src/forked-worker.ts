import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

/** A decoder takes some tens of megabytes in this time, at most. */
const WATCH_MS = 20

/** Seconds on a machine that has much else to do. */
const START_MS = 30_000

/** The process ended while it worked on a request. */
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
    // What decodes strangers’ bytes has no business with our secrets.
    // One arena: what a picture took is given back, or taken by the next.
    env: { MALLOC_ARENA_MAX: '1' },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // A broken channel also ends the process, and that is what requests wait for; unheard it would end ours.
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
  /** Bytes of memory that the process may have; Linux only. Default: no limit. */
  memory?: number | undefined
}

/** @throws WorkerDied, WorkerTimedOut, WorkerTooLarge; the process is of no use after any of them */
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

/** Bytes that a process has in memory; 0 where the system does not tell. */
export function memoryOf({ pid }: ChildProcess): number {
  try {
    const [, kilobytes = 0] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) * 1024
  } catch {
    return 0 // no such file: another system, or a process that has ended
  }
}

/** While it works, a process keeps ours from ending; while idle it does not. */
function holdOpen(worker: ChildProcess) {
  worker.ref()
  worker.channel?.ref()
}

function letGo(worker: ChildProcess) {
  worker.unref()
  worker.channel?.unref()
}
