import { sql } from 'kysely'
import { LONGEST_REACH } from './analytics/period.ts'
import type { Db } from './client.ts'

/**
 * Ages the visitors of the days that no window of a figure reaches any more, one to spare for a site that moves to another
 * time zone. What is counted stays as it is, and can still be counted anew.
 * @returns the days
 */
export async function ageViewDays(db: Db, timezone: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from site_days
    where day >= aged_until() and day < (now() at time zone ${timezone})::date - ${LONGEST_REACH}::int
    order by day`.execute(db)
  // Each in a transaction of its own, which forgets its salt.
  for (const { day } of rows) await sql`select age_view_day(${day})`.execute(db)
  return rows.map(({ day }) => day)
}
