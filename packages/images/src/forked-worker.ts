import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** Seconds on a machine that has much else to do. */
const START_MS = 30_000

/** The process ended while it worked on a request. */
export class WorkerDied extends Error {
  override name = 'WorkerDied'
}

export class WorkerTimedOut extends Error {
  override name = 'WorkerTimedOut'
}

/** Starts a script that calls `answerRequests`, and waits until it is ready. */
export async function startWorker(script: URL): Promise<ChildProcess> {
  const worker = fork(script, {
    // What decodes strangers’ bytes has no business with our secrets.
    env: {},
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

/** @throws WorkerDied, WorkerTimedOut; the process is of no use after either */
export async function ask(worker: ChildProcess, request: object, timeout: number): Promise<unknown> {
  holdOpen(worker)
  worker.send(request)
  const reply = await nextMessage(worker, timeout)
  letGo(worker)
  return reply
}

async function nextMessage(worker: ChildProcess, timeout: number): Promise<unknown> {
  const settled = new AbortController()
  const { signal } = settled
  const timer = setTimeout(() => settled.abort(new WorkerTimedOut(`No answer within ${timeout} ms`)), timeout)
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
    settled.abort()
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
