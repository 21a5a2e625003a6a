import { type Endpoint, LONGEST_CACHED_LIST } from '@nightdesk/contracts'
import { articleTag, LISTS } from '@nightdesk/db'
import { callTRPCProcedure } from '@trpc/server'
import type { Context } from '../context.ts'
import type { PageStore, StoredPage } from '../pages/page-store.ts'
import { router } from '../router.ts'
import { parseInput } from './parse-input.ts'

/** A call whose answer the page store keeps. */
export interface CachedCall {
  /** In the contract. */
  path: string
  input: unknown
  key: string
  /** What the answer shows. */
  tags: readonly string[]
}

/** As the contract of a cached endpoint has parsed them. */
type CachedInput = { id?: number; limit?: number; author?: number; tag?: string }

/**
 * What an answer may be asked for by to be cached, and one of them only: with all that can be put together, such as
 * searches, anybody could fill the page store.
 */
const CACHED_KEYS = ['id', 'limit', 'author', 'tag']

/** The call with this input, if its answer is cached. tRPC and REST share it. @throws what refuses the input */
export function cachedCall(path: string, endpoint: Endpoint, input: unknown): CachedCall | undefined {
  if (!endpoint.cached) return undefined
  const parsed = parseInput(endpoint, input) as CachedInput // looked at right below
  const keys = Object.entries(parsed).flatMap(([key, value]) => (value === undefined ? [] : [key]))
  if (keys.length > 1 || !keys.every((key) => CACHED_KEYS.includes(key))) return undefined
  if ((parsed.limit ?? 0) > LONGEST_CACHED_LIST) return undefined
  const tag = endpoint.cached === 'article' && parsed.id !== undefined ? articleTag(parsed.id) : LISTS
  return { path, input, key: `${endpoint.route} ${JSON.stringify(parsed)}`, tags: [tag] }
}

/** The stored answer as JSON, or a new one. No answer of a cached endpoint is wrapped. */
export function readCached(
  pages: PageStore,
  { path, input, key, tags }: CachedCall,
  contextOf: () => Promise<Context>,
): Promise<StoredPage> {
  return pages.get(key, tags, async () => {
    const output = await callTRPCProcedure({
      router,
      path,
      type: 'query',
      ctx: await contextOf(),
      getRawInput: async () => input,
      signal: undefined,
      batchIndex: 0,
    })
    const body = JSON.stringify(output)
    // Of authors and tags that are not there, there are more than can be cached.
    return { status: 200, type: 'application/json; charset=utf-8', body, isCached: body !== '[]' }
  })
}
