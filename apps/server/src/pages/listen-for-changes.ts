import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { PAGE_CHANNEL, readNews } from '@nightdesk/db'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { PageStore } from './page-store.ts'

const RETRY_MS = 500
/** A connection that was cut without a word is found out by asking this often. */
const PROBE_EVERY_MS = 5_000
const PROBE_TIMEOUT_MS = 2_000

/**
 * Keeps a connection of its own to hear what other servers change. While there is none, pages are kept for a
 * second only; when it is back, everything is forgotten, since nobody knows what was missed.
 */
export function listenForChanges(url: string, pages: PageStore, log: FastifyBaseLogger) {
  const stopping = new AbortController()
  pages.trust(false)

  async function listen() {
    const client = new pg.Client({ connectionString: url, keepAlive: true, query_timeout: PROBE_TIMEOUT_MS })
    // Heard below as the end of the connection; unheard, it would end the process.
    client.on('error', () => {})
    client.on('notification', ({ payload }) => {
      const { tags, from } = readNews(payload)
      if (from !== pages.id) pages.drop(tags)
    })
    try {
      await client.connect()
      await client.query(`listen ${PAGE_CHANNEL}`)
      pages.drop('everything')
      pages.trust(true)
      await untilBroken(client, stopping.signal)
    } finally {
      pages.trust(false)
      await client.end().catch(() => {}) // it may be broken already
    }
  }

  const listening = (async () => {
    while (!stopping.signal.aborted) {
      await listen().catch((error) => log.warn({ err: error }, 'Changes of other servers cannot be heard'))
      await delay(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
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
    const hasEnded = await Promise.race([
      ended.then(() => true),
      delay(PROBE_EVERY_MS, false, { signal }).catch(() => true),
    ])
    if (signal.aborted) return
    if (hasEnded) throw new Error('The connection ended')
    await client.query('select 1')
  }
}
