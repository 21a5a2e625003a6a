import { countClosedWindows, summarise } from '@nightdesk/db'
import type { Task } from '../tasks.ts'

/** Summaries kept; one comes every hour. */
const KEPT = 24 * 31

/**
 * Computes the analytics summary from one snapshot and keeps it beside the earlier ones; and what the figures of each
 * period are compared with, so that nobody who looks at them waits for it.
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
