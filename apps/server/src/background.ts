import type { FastifyBaseLogger } from 'fastify'
import pLimit from 'p-limit'

const AT_ONCE = 4

export type Background = ReturnType<typeof createBackground>

/** Work that continues after the answer, so that the time of the answer reveals nothing about it. */
export function createBackground() {
  const limit = pLimit(AT_ONCE)
  const running = new Set<Promise<void>>()
  return {
    /** Logs a failure: nobody waits for the work. */
    run(log: FastifyBaseLogger, work: () => Promise<unknown>): void {
      const task = limit(work)
        .catch((error: unknown) => log.error({ err: error }, 'Work after an answer failed'))
        .then(() => {
          running.delete(task)
        })
      running.add(task)
    },
    /** Resolves when all work is done; the server stops only then. */
    async settled(): Promise<void> {
      await Promise.all(running)
    },
  }
}
