import { sql } from 'kysely'
import type { DbOrTx } from '../client.ts'
import { addJob } from '../jobs/jobs.ts'

/** The tag of everything that a CDN caches of this site: other sites may use the same CDN. */
export const EVERYTHING = 'everything'

/**
 * Seconds. The first purge may come too early: another server has not heard of the change yet, or a page from before it is on
 * its way to the CDN, which then caches it. A server notices within 7.5 seconds that it no longer hears of changes, so the second
 * purge comes after that.
 */
const AGAIN_AFTER = 10

/** Queues two purges of answers with these tags: now and a little later. Changes share those that have not begun. */
export async function queuePurges(tx: DbOrTx, tags: readonly string[] | typeof EVERYTHING): Promise<void> {
  const names = tags === EVERYTHING ? [EVERYTHING] : [...tags]
  await addJob(tx, 'purge-cdn', names, { key: 'purge-cdn' })
  await addJob(tx, 'purge-cdn', names, { key: 'purge-cdn-again', delay: AGAIN_AFTER })
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
