import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { EVERYTHING, type PageTags } from '@nightdesk/db'
import { LRUCache } from 'lru-cache'
import { type BoundedQueue, unlimited } from '../http/overload.ts'
import { type Rendered, type StoredPage, sizeOf, store } from './stored-page.ts'

export type PageStore = ReturnType<typeof createPageStore>

interface Tagged {
  tags: readonly string[]
}

/** Milliseconds of a monotonic clock. */
interface Cached {
  cached_at: number
}

/** Milliseconds that an answer is cached while this server cannot hear of changes. */
const UNHEARD_EXPIRY = 1_000

interface PageStoreOptions {
  /** Beyond it, the least recently used pages are dropped. */
  maxBytes?: number
  cacheHeaders?: CacheHeaders
  renders?: BoundedQueue
}

export function createPageStore({
  maxBytes = 48 * 1024 * 1024,
  cacheHeaders = cacheHeadersFor(false),
  renders: queue = unlimited,
}: PageStoreOptions = {}) {
  const entries = new LRUCache<string, Tagged & Cached & { page: StoredPage }>({
    maxSize: maxBytes,
    maxEntrySize: Math.floor(maxBytes / 4),
    sizeCalculation: ({ page }, key) => sizeOf(page) + key.length * 2,
  })
  const renders = new Map<string, Tagged & { page: Promise<StoredPage> }>()
  const values: (Tagged & Pick<ReturnType<typeof cachedValue>, 'drop'>)[] = []
  let isConnected = true
  let id = randomUUID()
  const counts = { hits: 0, misses: 0 }

  const isFresh = ({ cached_at }: Cached) => isConnected || performance.now() - cached_at < UNHEARD_EXPIRY

  /** The stored answer, if there is one now. */
  const current = (key: string) => {
    const entry = entries.get(key)
    return entry && isFresh(entry) ? entry.page : undefined
  }

  /**
   * Renders once for concurrent requests. A page that is dropped meanwhile is still sent to the requests that wait for it;
   * it is not cached, and later requests do not get it.
   */
  function startRender(key: string, tags: readonly string[], render: () => Promise<Rendered>) {
    let mayCache = true
    const page = queue.run(render).then((rendered) => {
      mayCache = rendered.status === 200 && rendered.isCached !== false
      return store(rendered, cacheHeaders(rendered.status, tags))
    })
    const own = { page, tags }
    renders.set(key, own)
    const finish = (stored?: StoredPage) => {
      if (renders.get(key) !== own) return // dropped
      renders.delete(key)
      if (stored && mayCache) entries.set(key, { page: stored, tags, cached_at: performance.now() })
    }
    page.then(finish, () => finish())
    return page
  }

  return {
    /** Identifies this server in its own notifications. */
    get id() {
      return id
    },
    /** Takes a new id. Notifications under the old one then count as those of another server. */
    renew(): void {
      id = randomUUID()
    },
    /**
     * The stored answer, or a new one. Concurrent requests for a key render once. Only a 200 is cached.
     * @param tags name what the answer shows, for `drop`
     */
    get(key: string, tags: readonly string[], render: () => Promise<Rendered>): Promise<StoredPage> {
      const stored = current(key) ?? renders.get(key)?.page
      counts[stored ? 'hits' : 'misses']++
      return stored ? Promise.resolve(stored) : startRender(key, tags, render)
    },
    /**
     * A value that answers depend on, such as a list of addresses: read when it is first needed, and again after one of its tags was
     * dropped. While it cannot be read, it stays what it was: a database that hangs does not hold up what needs it.
     */
    value<T>(tags: readonly string[], read: () => Promise<T>): () => Promise<T> {
      const { get, drop } = cachedValue(read, isFresh, () => isConnected)
      values.push({ tags, drop })
      return get
    },
    current,
    /** Answers of `get` so far: those that were stored or being rendered, and those that it rendered. */
    counts,
    /** Drops every answer that shows one of these things. A render in progress is not cached. */
    drop(dropped: PageTags): void {
      const isDropped = ({ tags }: Tagged) =>
        dropped === 'everything' || tags.some((tag) => dropped.includes(tag))
      for (const [key, entry] of [...entries.entries()]) if (isDropped(entry)) entries.delete(key)
      for (const [key, render] of renders) if (isDropped(render)) renders.delete(key)
      for (const value of values) if (isDropped(value)) value.drop({ readsAgain: dropped === 'everything' })
    },
    /** Whether notifications of other servers arrive. While they do not, an answer is cached for a second. */
    setConnected(connected: boolean): void {
      isConnected = connected
    },
  }
}

/** Milliseconds to wait for a value while this server cannot hear of changes, as the database may hang. */
const UNHEARD_PATIENCE = 100

/**
 * A value that is read once for all who ask, until it is dropped. A failure is not cached; while the database is down, the value
 * stays what it was.
 */
function cachedValue<T>(
  read: () => Promise<T>,
  isFresh: (cached: Cached) => boolean,
  hearsOfChanges: () => boolean,
) {
  let current: (Cached & { value: Promise<T> }) | undefined
  let last: { value: T } | undefined
  const start = () => {
    const value = read().then(
      (found) => {
        last = { value: found }
        return found
      },
      (error: unknown) => {
        if (current === reading) current = undefined
        if (last) return last.value
        throw error
      },
    )
    const reading = { value, cached_at: performance.now() }
    current = reading
    return reading
  }
  return {
    /**
     * @param readsAgain at once, if it was read before: also when the connection is back, so that pages wait for their own data only if
     *   the database hangs again
     */
    drop({ readsAgain }: { readsAgain: boolean }): void {
      current = undefined
      if (readsAgain && last) start()
    },
    get(): Promise<T> {
      const { value } = current && isFresh(current) ? current : start()
      return last && !hearsOfChanges() ? Promise.race([value, delay(UNHEARD_PATIENCE, last.value)]) : value
    },
  }
}

/** Makes the headers that say how browsers and shared caches may cache an answer. */
type CacheHeaders = (status: number, tags: readonly string[]) => Record<string, string>

/** A shared cache may serve a page for half a minute, and for one more minute while it asks again. */
const BRIEFLY = 'public, max-age=0, s-maxage=30, stale-while-revalidate=60'
/** A day, and one more hour while it asks again: changes purge it. */
const UNTIL_PURGED = 'public, max-age=0, s-maxage=86400, stale-while-revalidate=3600'
/** Not everything that makes a page exist is a change of pages, such as a new account. */
const MISSING = 'public, max-age=0, s-maxage=30'

/** A CDN is purged by tags. */
export const cacheHeadersFor =
  (has_cdn: boolean): CacheHeaders =>
  (status, tags) => {
    if (has_cdn && status === 200) return { 'cache-control': UNTIL_PURGED, ...tagHeaders(true, tags) }
    if (has_cdn && status === 404) return { 'cache-control': MISSING, ...tagHeaders(true, tags) }
    return { 'cache-control': status === 200 || status === 301 ? BRIEFLY : 'no-store' }
  }

/**
 * What a CDN needs to purge an answer that its browsers cache too: Fastly reads `Surrogate-Key`, Cloudflare `Cache-Tag`; neither
 * passes its own on.
 */
export function tagHeaders(has_cdn: boolean, tags: readonly string[]): Record<string, string> {
  const names = [...tags, EVERYTHING]
  return has_cdn ? { 'surrogate-key': names.join(' '), 'cache-tag': names.join(',') } : {}
}

/** Feed readers that are web pages fetch feeds too. A feed holds only public text. */
export const FOR_ANYONE = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}
