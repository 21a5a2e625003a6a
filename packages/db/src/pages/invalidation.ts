import { sql } from 'kysely'
import type { DbOrTx } from '../client.ts'

/** Every server listens here for what its kept pages show. */
export const PAGE_CHANNEL = 'nightdesk_pages'

/** Names of the things that pages show; `everything` when a change may stand on any page. */
export type PageTags = readonly string[] | 'everything'

/** The tag of every list of articles, and of what stands between articles. */
export const LISTS = 'lists'
/** The tag of one article. */
export const articleTag = (articleId: number) => `article:${articleId}`

interface Invalidation {
  tags: PageTags
  /** The server that has seen to its own pages already. */
  from: string
}

/** Tells all servers but `from` what has changed, when and only if the transaction commits. */
export async function announceChange(tx: DbOrTx, tags: PageTags, from = ''): Promise<void> {
  const news: Invalidation = { tags, from }
  await sql`select pg_notify(${PAGE_CHANNEL}, ${JSON.stringify(news)})`.execute(tx)
}

/** What {@link announceChange} told. Anything else that somebody sends there counts as a change of everything. */
export function readInvalidation(payload: string | undefined): Invalidation {
  try {
    const { tags, from } = JSON.parse(payload ?? '') as Partial<Invalidation> // looked at right below
    if (typeof from === 'string' && Array.isArray(tags)) return { tags, from }
    return { tags: 'everything', from: typeof from === 'string' ? from : '' }
  } catch {
    return { tags: 'everything', from: '' }
  }
}
