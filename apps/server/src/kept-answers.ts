import { type Endpoint, LONGEST_KEPT_LIST } from '@nightdesk/contracts'
import { articleTag, LISTS } from '@nightdesk/db'
import { callTRPCProcedure } from '@trpc/server'
import type { Context } from './context.ts'
import type { PageStore, StoredPage } from './pages/page-store.ts'
import { parseInput } from './parse-input.ts'
import { router } from './trpc.ts'

/** A call whose answer the page store keeps. */
export interface KeptCall {
  /** In the contract. */
  path: string
  input: unknown
  key: string
  /** What the answer shows. */
  tags: readonly string[]
}

/** As the contract of a kept endpoint has parsed them. */
type KeptInput = { id?: number; limit?: number; author?: number; tag?: string }

/**
 * What an answer may be asked for by to be kept, and one of them only: with all that can be put together, such as
 * searches, anybody could fill the page store.
 */
const KEPT_KEYS = ['id', 'limit', 'author', 'tag']

/** The call with this input, if its answer is kept. The doors share it. @throws what refuses the input */
export function keptCall(path: string, endpoint: Endpoint, input: unknown): KeptCall | undefined {
  if (!endpoint.kept) return undefined
  const parsed = parseInput(endpoint, input) as KeptInput // looked at right below
  const keys = Object.entries(parsed).flatMap(([key, value]) => (value === undefined ? [] : [key]))
  if (keys.length > 1 || !keys.every((key) => KEPT_KEYS.includes(key))) return undefined
  if ((parsed.limit ?? 0) > LONGEST_KEPT_LIST) return undefined
  const tag = endpoint.kept === 'article' && parsed.id !== undefined ? articleTag(parsed.id) : LISTS
  return { path, input, key: `${endpoint.route} ${JSON.stringify(parsed)}`, tags: [tag] }
}

/** The stored answer as JSON, or a new one. No answer of a kept endpoint is wrapped. */
export function readKept(
  pages: PageStore,
  { path, input, key, tags }: KeptCall,
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
    // Of authors and tags that are not there, there are more than can be kept.
    return { status: 200, type: 'application/json; charset=utf-8', body, isKept: body !== '[]' }
  })
}
