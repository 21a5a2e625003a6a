import { countClosedWindows, summarise } from '@nightdesk/db'
import type { Task } from '../tasks.ts'

/** Number of summaries to keep, one per hour. */
const KEPT = 24 * 31

/**
 * Computes the analytics summary in one snapshot and adds it to the earlier ones. Also counts the windows before the periods,
 * so that no screen waits for them.
 */
export const summariseAnalytics: Task<'analytics-summary'> = async ({ db, timezone, log, finish }) => {
  await countClosedWindows(db, timezone)
  const summary = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => summarise(tx, timezone))
  const id = await finish(async (tx) => {
    const row = await tx
      .insertInto('analytics_summaries')
      .values({ data: JSON.stringify(summary), generated_at: summary.generated_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const kept = tx.selectFrom('analytics_summaries').select('id').orderBy('id', 'desc').limit(KEPT)
    await tx.deleteFrom('analytics_summaries').where('id', 'not in', kept).execute()
    return row.id
  })
  log.info({ summary: id }, 'Analytics summary made')
}
