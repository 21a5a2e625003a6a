import { PERIODS } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { DbOrTx } from '../client.ts'
import { spanOf, type Window } from './period.ts'

export interface WindowVisitors {
  visitors: number
  /** Those with a visit on an earlier day, up to the end of the window. */
  return_visitors: number
}

/**
 * Distinct visitors of a period that has ended. Counted once and stored, a minute after its last day at the earliest: until
 * then, a batch of views of that day may not be written yet.
 */
export async function closedWindow(db: DbOrTx, timezone: string, window: Window): Promise<WindowVisitors> {
  const kept = await db
    .selectFrom('closed_windows')
    .where('first_day', '=', window.first_day)
    .where('last_day', '=', window.last_day)
    .select(['visitors', 'return_visitors'])
    .executeTakeFirst()
  if (kept) return kept
  const counted = await countVisitors(db, window)
  await sql`
    insert into closed_windows (first_day, last_day, visitors, return_visitors)
    select ${window.first_day}, ${window.last_day}, ${counted.visitors}, ${counted.return_visitors}
    where now() at time zone ${timezone} > ${window.last_day}::date + interval '1 day 1 minute'
    on conflict do nothing`.execute(db)
  return counted
}

/** Counts the window before each period, unless its count is stored. */
export async function countClosedWindows(db: DbOrTx, timezone: string): Promise<void> {
  for (const period of PERIODS) {
    const { previous } = await spanOf(db, timezone, period)
    if (previous) await closedWindow(db, timezone, previous)
  }
}

async function countVisitors(db: DbOrTx, { first_day, last_day }: Window): Promise<WindowVisitors> {
  const { rows } = await sql<WindowVisitors>`
    select count(*) as visitors, count(*) filter (where visitors.first_day < present.last_seen) as return_visitors
    from (
      select visitor_hash, max(day) as last_seen from visitor_days
      where day between ${first_day} and ${last_day} group by visitor_hash
    ) present join visitors using (visitor_hash)`.execute(db)
  return rows[0]! // count() always has a row
}
