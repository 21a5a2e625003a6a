import { EVERYTHING } from '@nightdesk/db'

/** Makes the headers that say how browsers and shared caches may cache an answer. */
export type CacheHeaders = (status: number, tags: readonly string[]) => Record<string, string>

/** A shared cache may serve a page for half a minute, and for one more minute while it asks again. */
const BRIEFLY = 'public, max-age=0, s-maxage=30, stale-while-revalidate=60'
/** A day, and one more hour while it asks again: changes purge it. */
const UNTIL_PURGED = 'public, max-age=0, s-maxage=86400, stale-while-revalidate=3600'
/** Not everything that makes a page exist is a change of pages, such as a new account. */
const MISSING = 'public, max-age=0, s-maxage=30'

export const cacheHeadersFor = (has_cdn: boolean): CacheHeaders => (has_cdn ? cdnHeaders : directHeaders)

/**
 * What a CDN needs to purge an answer that its browsers cache too: Fastly reads `Surrogate-Key`, Cloudflare `Cache-Tag`; neither
 * passes its own on.
 */
export function tagHeaders(has_cdn: boolean, tags: readonly string[]): Record<string, string> {
  const names = [...tags, EVERYTHING]
  return has_cdn ? { 'surrogate-key': names.join(' '), 'cache-tag': names.join(',') } : {}
}

/** Without a CDN. */
const directHeaders: CacheHeaders = (status) => ({
  'cache-control': status === 200 || status === 301 ? BRIEFLY : 'no-store',
})

/** For a CDN that is purged by tags. */
const cdnHeaders: CacheHeaders = (status, tags) => {
  if (status !== 200 && status !== 404) return directHeaders(status, tags)
  return { 'cache-control': status === 200 ? UNTIL_PURGED : MISSING, ...tagHeaders(true, tags) }
}
