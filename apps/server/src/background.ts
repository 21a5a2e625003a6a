import type { FastifyBaseLogger } from 'fastify'
import pLimit from 'p-limit'

const AT_ONCE = 4

/** Work that goes on after the answer, so that the time of the answer tells nothing of it. */
export interface Background {
  /** A failure is logged: nobody waits for the work. */
  run(log: FastifyBaseLogger, work: () => Promise<unknown>): void
  /** When all of it is done; the server stops no sooner. */
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
