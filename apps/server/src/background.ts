import type { FastifyBaseLogger } from 'fastify'
import pLimit from 'p-limit'

const AT_ONCE = 4

/** Work that continues after the answer, so that the time of the answer reveals nothing about it. */
export interface Background {
  /** Logs a failure: nobody waits for the work. */
  run(log: FastifyBaseLogger, work: () => Promise<unknown>): void
  /** Resolves when all work is done; the server stops only then. */
  settled(): Promise<void>
}

export function createBackground(): Background {
  const limit = pLimit(AT_ONCE)
  const running = new Set<Promise<void>>()
  return {
    run(log, work) {
      const task = limit(work)
        .catch((error: unknown) => log.error({ err: error }, 'Work after an answer failed'))
        .then(() => {
          running.delete(task)
        })
      running.add(task)
    },
    async settled() {
      await Promise.all(running)
    },
  }
}
