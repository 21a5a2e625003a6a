import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const RETRY_MS = 500
/** Detects a connection that was cut without an error. */
const PROBE_EVERY_MS = 5_000
const PROBE_TIMEOUT_MS = 2_000

interface Listener {
  onMessage(payload: string | undefined): void
  /** Whether messages arrive from now on. Messages sent in between are lost. */
  onHearing(isHearing: boolean): void
  /** Why messages do not arrive. The connection is retried. */
  onError(error: unknown): void
}

/** Listens on a channel of Postgres, on its own connection, and reconnects whenever that breaks. */
export function listen(url: string, channel: string, { onMessage, onHearing, onError }: Listener) {
  const stopping = new AbortController()
  const { signal } = stopping

  async function hear() {
    const client = new pg.Client({
      connectionString: url,
      // Identifies this connection in pg_stat_activity.
      application_name: `listener of ${channel}`,
      keepAlive: true,
      connectionTimeoutMillis: PROBE_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
    })
    // Handled below as the end of the connection. Without a listener it would end the process.
    client.on('error', () => {})
    client.on('notification', ({ payload }) => onMessage(payload))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      onHearing(true)
      await untilBroken(client, signal)
    } finally {
      onHearing(false)
      await client.end().catch(() => {}) // it may be broken already
    }
  }

  const listening = (async () => {
    while (!signal.aborted) {
      await hear().catch(onError)
      await delay(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await listening
    },
  }
}

/** Pings at intervals. @throws when the connection no longer answers */
async function untilBroken(client: pg.Client, signal: AbortSignal) {
  const ended = once(client, 'end', { signal }).catch(() => {})
  while (!signal.aborted) {
    const probeTime = delay(PROBE_EVERY_MS, false, { signal }).catch(() => true)
    const hasEnded = await Promise.race([ended.then(() => true), probeTime])
    if (signal.aborted) return
    if (hasEnded) throw new Error('The connection ended')
    await client.query('select 1')
  }
}
