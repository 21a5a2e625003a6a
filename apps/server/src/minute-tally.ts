import type { FastifyBaseLogger } from 'fastify'

const MINUTE_MS = 60_000

/**
 * Counts something in memory, and writes the counts every minute, so that a flood of it costs little. What cannot be written is
 * logged with `failure`, and lost.
 */
export function createMinuteTally<Counted>(
  log: FastifyBaseLogger,
  failure: string,
  write: (entries: Counted[]) => Promise<unknown>,
) {
  const counted = new Map<string, Counted>()
  let timer: NodeJS.Timeout | undefined

  /** Writes the counts. The server does so when it stops, too. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const entries = [...counted.values()]
    counted.clear()
    if (entries.length === 0) return
    await write(entries).catch((err: unknown) => log.warn({ err, lost: entries.length }, failure))
  }

  return {
    counted: counted as ReadonlyMap<string, Counted>,
    set(key: string, entry: Counted): void {
      counted.set(key, entry)
      timer ??= setTimeout(() => void flush(), MINUTE_MS).unref()
    },
    flush,
  }
}
