import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Db } from '@nightdesk/db'
import { sql } from 'kysely'
import type { Logger } from 'pino'

const EVERY_MS = 15_000

export interface Heartbeat {
  /** Shown on the status screen. */
  name: string
  /** Shown with this worker until a job succeeds. */
  reportError(message: string | null): void
  /** Adds a name under which this process locks jobs. Jobs that are locked under an unknown name are released. */
  addQueueId(id: string): void
  stop(): Promise<void>
}

/**
 * Records every 15 s that this process is alive, on its own connection, so that busy jobs cannot delay it. A heartbeat that
 * fails is only logged: the next one replaces it.
 */
export async function startHeartbeat(db: Db, log: Logger): Promise<Heartbeat> {
  const id = randomUUID()
  const host = hostname()
  const name = `worker-${host}-${process.pid}`
  let errorMessage: string | null = null
  const queueIds: string[] = []

  const write = (status: 'running' | 'stopped') => {
    const own = new Date().toISOString()
    const clock_ahead = sql<number>`extract(epoch from ${own}::timestamptz - clock_timestamp())`
    const values = { status, error_message: errorMessage, queue_ids: queueIds, clock_ahead }
    return db
      .insertInto('workers')
      .values({ id, name, host, pid: process.pid, ...values })
      .onConflict((on) => on.column('id').doUpdateSet({ last_heartbeat: sql`now()`, ...values }))
      .execute()
  }

  const beat = () => write('running').catch((error) => log.warn({ err: error }, 'A heartbeat failed'))
  await beat()
  const timer = setInterval(beat, EVERY_MS)
  return {
    name,
    reportError(message) {
      errorMessage = message
    },
    addQueueId(id) {
      queueIds.push(id)
      void beat()
    },
    async stop() {
      clearInterval(timer)
      await write('stopped')
    },
  }
}
