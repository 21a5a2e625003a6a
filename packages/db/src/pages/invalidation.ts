import { sql } from 'kysely'
import type { DbOrTx } from '../client.ts'
import { EVERYTHING, queuePurges } from './cdn-purges.ts'

/** The channel on which servers announce changes of what cached pages show. */
export const PAGE_CHANNEL = 'nightdesk_pages'

/** The tags of pages to invalidate; `everything` when any page may show the change. */
export type PageTags = readonly string[] | typeof EVERYTHING

/** The tag of every list of articles, and of links between articles. */
export const LISTS = 'lists'
/** The tag of redirects. */
export const REDIRECTS = 'redirects'
/** The tag of one article. */
export const articleTag = (articleId: number) => `article:${articleId}`

/** A message of Postgres has fewer than 8,000 bytes. Longer tags are announced as a change of everything. */
const MAX_TAG_BYTES = 7_500

interface Invalidation {
  tags: PageTags
  /** The server that has already invalidated its own pages. */
  from: string
}

interface Announcement {
  tags: PageTags
  /** The server that invalidates its own pages. Default: none. */
  from?: string
  /** Whether a CDN caches pages. */
  has_cdn: boolean
}

/**
 * Announces a change to all servers but `from`, and queues the purges of the CDN, when and only if the transaction commits. It is
 * the last step of a transaction: purges are merged in one row, for which other changes wait.
 */
export async function announceChange(
  tx: DbOrTx,
  { from = '', has_cdn, ...change }: Announcement,
): Promise<void> {
  const tags = Buffer.byteLength(JSON.stringify(change.tags)) > MAX_TAG_BYTES ? EVERYTHING : change.tags
  const invalidation: Invalidation = { tags, from }
  await sql`select pg_notify(${PAGE_CHANNEL}, ${JSON.stringify(invalidation)})`.execute(tx)
  if (has_cdn) await queuePurges(tx, tags)
}

/** Parses a message of {@link announceChange}. Any other message counts as a change of everything. */
export function readInvalidation(payload: string | undefined): Invalidation {
  try {
    const { tags, from } = JSON.parse(payload ?? '') as Partial<Invalidation> // checked in the next lines
    if (typeof from === 'string' && Array.isArray(tags)) return { tags, from }
    return { tags: EVERYTHING, from: typeof from === 'string' ? from : '' }
  } catch {
    return { tags: EVERYTHING, from: '' }
  }
}
