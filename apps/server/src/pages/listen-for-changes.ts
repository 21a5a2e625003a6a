import { listen, PAGE_CHANNEL, readInvalidation } from '@nightdesk/db'
import type { FastifyBaseLogger } from 'fastify'
import type { PageStore } from '../page-store/page-store.ts'

/**
 * Listens for changes by other servers. While the connection is down, pages are cached for a second only. When it is back,
 * everything is dropped, since changes may have been missed.
 */
export function listenForChanges(url: string, pages: PageStore, log: FastifyBaseLogger) {
  pages.setConnected(false)
  return listen(url, PAGE_CHANNEL, {
    onMessage(payload) {
      const { tags, from } = readInvalidation(payload)
      if (from !== pages.id) pages.drop(tags)
    },
    onHearing(isHearing) {
      if (isHearing) pages.drop('everything')
      pages.setConnected(isHearing)
    },
    onError: (error) => log.warn({ err: error }, 'Changes of other servers cannot be heard'),
  })
}
