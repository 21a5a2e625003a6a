import { listen, PAGE_CHANNEL, readInvalidation } from '@nightdesk/db'
import type { FastifyBaseLogger } from 'fastify'
import type { PageStore } from './page-store.ts'

/**
 * Hears what other servers change. While that cannot be heard, pages are cached for a second only; when it can be
 * again, everything is forgotten, since nobody knows what was missed.
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
