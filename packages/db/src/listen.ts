import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const RETRY_MS = 500
/** A connection that was cut without a word is found out by asking this often. */
const PROBE_EVERY_MS = 5_000
const PROBE_TIMEOUT_MS = 2_000

interface Listener {
  onMessage(payload: string | undefined): void
  /** Whether messages arrive from now on. Those sent while they did not are lost. */
  onHearing(isHearing: boolean): void
  /** Why messages do not arrive; it is tried again by itself. */
  onError(error: unknown): void
}

/** Listens on a channel of Postgres, on a connection of its own that is made anew whenever it breaks. */
export function listen(url: string, channel: string, { onMessage, onHearing, onError }: Listener) {
  const stopping = new AbortController()
  const { signal } = stopping

  async function hear() {
    const client = new pg.Client({
      connectionString: url,
      // Tells this one from the others in Postgres’ own list of connections.
      application_name: `listener of ${channel}`,
      keepAlive: true,
      query_timeout: PROBE_TIMEOUT_MS,
    })
    // Seen below as the end of the connection; unheard, it would end the process.
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

/** Asks now and then whether the connection still answers. @throws when it does not */
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
