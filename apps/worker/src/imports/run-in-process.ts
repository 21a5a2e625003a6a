import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { JobContext } from '../tasks.ts'
import type { Reply, Request, Step } from './import-process.ts'

/** The file cannot be imported. The message is a sentence for people. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/** Megabytes of old objects. Exports that are streams need the first; those of Ghost are one text, and may need more. */
const HEAPS = [96, 512]
/** Megabytes of each half of the young objects. */
const SEMI_SPACE = 8

/**
 * Runs a step of an import in a process of its own, so that this one stays small, and survives a file that needs too much
 * memory. That process ends with this one.
 *
 * @throws Unreadable, or any error of the step
 */
export async function runInProcess(ctx: JobContext, step: Step): Promise<void> {
  for (const heap of HEAPS) {
    const reply = await askProcess(ctx, step, heap)
    if (reply === 'out of memory') continue
    if (reply.unreadable !== undefined) throw new Unreadable(reply.unreadable)
    if (reply.error !== undefined) throw new Error(reply.error)
    return
  }
  throw new Unreadable(
    'The file takes more memory to read than an import may use. Split it into smaller ones.',
  )
}

async function askProcess(ctx: JobContext, step: Step, heap: number): Promise<Reply | 'out of memory'> {
  const { database_url: url, settings, cdn, run_id, stopping } = ctx
  stopping.throwIfAborted()
  const child = fork(new URL('./import-process.ts', import.meta.url), {
    // It gets its settings with the request.
    env: { MALLOC_ARENA_MAX: '1' },
    execArgv: [`--max-old-space-size=${heap}`, `--max-semi-space-size=${SEMI_SPACE}`],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // A broken channel ends the child too, whose exit is waited for. Without a listener the error would end this process.
  child.on('error', () => {})
  const stop = () => child.kill('SIGKILL')
  stopping.addEventListener('abort', stop)
  try {
    return await replyOf(child, { ...step, url, settings, run_id, has_cdn: cdn !== null })
  } finally {
    stopping.removeEventListener('abort', stop)
    stop()
  }
}

async function replyOf(child: ChildProcess, request: Request): Promise<Reply | 'out of memory'> {
  const exited = once(child, 'exit').then(([code, signal]): 'out of memory' => {
    // V8 aborts the process when its heap is full.
    if (signal === 'SIGABRT') return 'out of memory'
    throw new Error(`The process of the import ended with ${signal ?? code}`)
  })
  exited.catch(() => {})
  await Promise.race([once(child, 'message'), exited])
  if (child.connected) child.send(request)
  const [reply] = await Promise.race([once(child, 'message'), exited.then((reason) => [reason])])
  return reply
}
