import type { EncodeReply, EncodeRequest } from './encode-image.ts'
import { WorkerDied, WorkerTimedOut, WorkerTooLarge } from './forked-worker.ts'
import { type PoolOptions, WorkerPool } from './worker-pool.ts'

/** Decodes files and encodes their pixels anew, in child processes. */
export interface Encoder {
  /** @throws PoolFull, and WorkerDied when closed meanwhile */
  run(request: EncodeRequest): Promise<EncodeReply>
  close(): void
}

/** Bytes. Both processes of a server stay below 512 MB together, and the largest allowed images stay below this. */
const MEMORY = 248 * 1024 ** 2
/** Bytes. Memory that an image leaves behind would add to that of the next: above this, the process is replaced. */
const MEMORY_AT_REST = 100 * 1024 ** 2
const BOUNDS = { memory: MEMORY, memoryAtRest: MEMORY_AT_REST }

export function createEncoder(options: Omit<PoolOptions, 'script'>): Encoder {
  const script = new URL('./image-worker.ts', import.meta.url)
  const pool = new WorkerPool<EncodeRequest, EncodeReply>({ script, ...BOUNDS, ...options })
  let isClosed = false
  return {
    run: (request) =>
      pool.run(request).catch((error) => {
        // `close` ended the process, not the image.
        if (isClosed) throw error
        return toProblem(error)
      }),
    close() {
      isClosed = true
      pool.close()
    },
  }
}

/** A crash or an endless loop of the decoder counts as a problem of the file. */
function toProblem(error: unknown): EncodeReply {
  if (error instanceof WorkerDied) return { problem: 'broken', detail: error.message, isTemporary: true }
  if (error instanceof WorkerTooLarge) return { problem: 'too_much_memory', detail: error.message }
  if (error instanceof WorkerTimedOut)
    return { problem: 'too_slow', detail: error.message, isTemporary: true }
  throw error
}
