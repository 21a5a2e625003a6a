import { sql } from 'kysely'
import type { DbOrTx } from '../client.ts'

/** The channel on which servers announce changes of what cached pages show. */
export const PAGE_CHANNEL = 'nightdesk_pages'

/** The tags of pages to invalidate; `everything` when any page may show the change. */
export type PageTags = readonly string[] | 'everything'

/** The tag of every list of articles, and of links between articles. */
export const LISTS = 'lists'
/** The tag of one article. */
export const articleTag = (articleId: number) => `article:${articleId}`

interface Invalidation {
  tags: PageTags
  /** The server that has already invalidated its own pages. */
  from: string
}

/** Announces a change to all servers but `from`, when and only if the transaction commits. */
export async function announceChange(tx: DbOrTx, tags: PageTags, from = ''): Promise<void> {
  const news: Invalidation = { tags, from }
  await sql`select pg_notify(${PAGE_CHANNEL}, ${JSON.stringify(news)})`.execute(tx)
}

/** Parses a message of {@link announceChange}. Any other message counts as a change of everything. */
export function readInvalidation(payload: string | undefined): Invalidation {
  try {
    const { tags, from } = JSON.parse(payload ?? '') as Partial<Invalidation> // checked in the next lines
    if (typeof from === 'string' && Array.isArray(tags)) return { tags, from }
    return { tags: 'everything', from: typeof from === 'string' ? from : '' }
  } catch {
    return { tags: 'everything', from: '' }
  }
}
