import type { Endpoint } from '@nightdesk/contracts'
import { articleTag, LISTS } from '@nightdesk/db'
import type { Context } from '../context.ts'
import { call } from '../handlers.ts'
import type { PageStore } from '../page-store/page-store.ts'
import type { StoredPage } from '../page-store/stored-page.ts'
import { parseInput } from './call.ts'
import type { EndpointPath } from './endpoints.ts'

/** The calls whose answers the page store holds, and what they show: one article, or lists of articles. */
const CACHED: Partial<Record<string, 'article' | 'lists'>> = {
  'published.list': 'lists',
  'published.get': 'article',
  'published.person': 'lists',
  'published.neighbours': 'lists',
  'published.tags': 'lists',
  'published.corrections': 'lists',
} satisfies Partial<Record<EndpointPath, 'article' | 'lists'>>

type CachedCall = NonNullable<ReturnType<typeof cachedCall>>

/** The longest list of an author or a tag that is cached: as many rows as a page shows. */
const LONGEST_CACHED_LIST = 24

type CachedInput = { id?: number; limit?: number; author?: number; tag?: string }

/**
 * The inputs of cached answers, of which a call may have only one. Combinations, such as searches, have no limit in
 * number, and would let anybody fill the page store.
 */
const CACHED_KEYS = ['id', 'limit', 'author', 'tag']

/** The cached call for an input; undefined when its answer is not cached. Used by tRPC and REST. @throws VALIDATION_FAILED */
export function cachedCall(path: string, endpoint: Endpoint, input: unknown) {
  const shown = CACHED[path]
  if (!shown) return undefined
  const parsed = parseInput(endpoint, input) as CachedInput // every key is optional
  const keys = Object.keys(parsed).filter((key) => Object(input)[key] !== undefined)
  if (keys.length > 1 || !keys.every((key) => CACHED_KEYS.includes(key))) return undefined
  if (path === 'published.list' && keys.length > 0 && (parsed.limit ?? 0) > LONGEST_CACHED_LIST)
    return undefined
  const tag = shown === 'article' && parsed.id !== undefined ? articleTag(parsed.id) : LISTS
  return { path, input, key: `${endpoint.route} ${JSON.stringify(parsed)}`, tags: [tag] }
}

/** The stored answer as JSON, or a new one. Answers of cached endpoints have no envelope. */
export function readCached(
  pages: PageStore,
  { path, input, key, tags }: CachedCall,
  contextOf: () => Promise<Context>,
): Promise<StoredPage> {
  return pages.get(key, tags, async () => {
    const body = JSON.stringify(await call(path, await contextOf(), input))
    // An empty list is not cached: there is no limit to unknown authors and tags.
    return { status: 200, type: 'application/json; charset=utf-8', body, isCached: body !== '[]' }
  })
}
