import type { Endpoint } from '@nightdesk/contracts'
import { articleTag, LISTS } from '@nightdesk/db'
import type { Context } from '../context.ts'
import type { PageStore } from '../pages/page-store.ts'
import type { StoredPage } from '../pages/stored-page.ts'
import { callProcedure } from '../router.ts'
import type { EndpointPath } from './endpoints.ts'
import { parseInput } from './parse-input.ts'

/** The calls whose answers the page store holds, and what they show: one article, or any list of articles. */
const CACHED: Partial<Record<EndpointPath, 'article' | 'lists'>> = {
  'published.list': 'lists',
  'published.get': 'article',
  'published.neighbours': 'lists',
  'published.tags': 'lists',
}

const shownBy = (path: string) => (CACHED as Record<string, 'article' | 'lists' | undefined>)[path]

/** Whether the page store may hold the answer of an endpoint, depending on its input. */
export const isCached = (path: string) => shownBy(path) !== undefined

/** A call whose answer the page store holds. */
export interface CachedCall {
  /** In the contract. */
  path: string
  input: unknown
  key: string
  /** What the answer shows. */
  tags: readonly string[]
}

/** Rows of a list that is asked for by its length alone and still cached: as many as a page shows. */
const LONGEST_CACHED_LIST = 24

/** The parsed input of a cached endpoint. */
type CachedInput = { id?: number; limit?: number; author?: number; tag?: string }

/**
 * What an answer may be asked for by to be cached, and one of them only: with all that can be put together, such as
 * searches, anybody could fill the page store.
 */
const CACHED_KEYS = ['id', 'limit', 'author', 'tag']

/** The call with this input, if its answer is cached. tRPC and REST share it. @throws what refuses the input */
export function cachedCall(path: string, endpoint: Endpoint, input: unknown): CachedCall | undefined {
  const shown = shownBy(path)
  if (!shown) return undefined
  const parsed = parseInput(endpoint, input) as CachedInput // looked at right below
  const keys = Object.entries(parsed).flatMap(([key, value]) => (value === undefined ? [] : [key]))
  if (keys.length > 1 || !keys.every((key) => CACHED_KEYS.includes(key))) return undefined
  if ((parsed.limit ?? 0) > LONGEST_CACHED_LIST) return undefined
  const tag = shown === 'article' && parsed.id !== undefined ? articleTag(parsed.id) : LISTS
  return { path, input, key: `${endpoint.route} ${JSON.stringify(parsed)}`, tags: [tag] }
}

/** The stored answer as JSON, or a new one. No answer of a cached endpoint is wrapped. */
export function readCached(
  pages: PageStore,
  { path, input, key, tags }: CachedCall,
  contextOf: () => Promise<Context>,
): Promise<StoredPage> {
  return pages.get(key, tags, async () => {
    const output = await callProcedure(path, await contextOf(), input)
    const body = JSON.stringify(output)
    // Of authors and tags that are not there, there are more than can be cached.
    return { status: 200, type: 'application/json; charset=utf-8', body, isCached: body !== '[]' }
  })
}
