import { sql } from 'kysely'
import type { DbOrTx } from './client.ts'
import { addJob } from './jobs.ts'

/** The channel on which servers announce changes of what cached pages show. */
export const PAGE_CHANNEL = 'nightdesk_pages'

/** The tag of everything that a CDN caches of this site: other sites may use the same CDN. */
export const EVERYTHING = 'everything'

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

/**
 * Seconds. The first purge may come too early: another server has not heard of the change yet, or a page from before it is on
 * its way to the CDN, which then caches it. A server notices within 7.5 seconds that it no longer hears of changes, so the second
 * purge comes after that.
 */
const AGAIN_AFTER = 10

/**
 * Queues two purges of answers with these tags: now, and after {@link AGAIN_AFTER} or a little more. Changes share those that have
 * not begun, but no second purge that would come sooner after one of them.
 */
async function queuePurges(tx: DbOrTx, tags: PageTags): Promise<void> {
  const names = tags === EVERYTHING ? [EVERYTHING] : [...tags]
  const { rows } = await sql<{ again_at: string }>`
    select to_timestamp(step * (ceil(extract(epoch from clock_timestamp()) / step) + 1)) as again_at
    from (values (${AGAIN_AFTER}::int)) every (step)`.execute(tx)
  const run_at = rows[0]!.again_at // values has one row
  await addJob(tx, 'purge-cdn', names, { key: 'purge-cdn' })
  await addJob(tx, 'purge-cdn', names, { key: `purge-cdn-again ${run_at}`, run_at })
}

/**
 * Queues a purge of everything after a start: a new version renders other pages, and so do new settings.
 * @param delay seconds until a server that this one replaces answers no more
 */
export async function queuePurgeOfStart(db: DbOrTx, delay: number): Promise<void> {
  await addJob(db, 'purge-cdn', [EVERYTHING], { delay })
}

/**
 * The ids of purges that failed and are not tried again. The queue gives up a job after its attempts, and a running one as soon
 * as another with its key is added.
 */
export async function abandonedPurges(db: DbOrTx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from graphile_worker.jobs
    where task_identifier = 'purge-cdn' and attempts >= max_attempts and locked_at is null`.execute(db)
  return rows.map(({ id }) => id)
}

/** Removes purges that a later one has made up for. */
export async function completePurges(tx: DbOrTx, ids: readonly number[]): Promise<void> {
  await sql`select graphile_worker.complete_jobs(${ids}::bigint[])`.execute(tx)
}
