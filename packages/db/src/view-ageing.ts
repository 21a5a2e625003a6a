import { sql } from 'kysely'
import { LONGEST_REACH } from './analytics/period.ts'
import type { Db } from './client.ts'

/**
 * Ages the visitors of days that are outside of every reporting window, with one day to spare for a change of the site’s
 * time zone. Counts stay as they are, and can still be recounted.
 * @returns the days
 */
export async function ageViewDays(db: Db, timezone: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from site_days
    where day >= aged_until() and day < (now() at time zone ${timezone})::date - ${LONGEST_REACH}::int
    order by day`.execute(db)
  // One transaction per day: its salt is forgotten with it.
  for (const { day } of rows) await sql`select age_view_day(${day})`.execute(db)
  return rows.map(({ day }) => day)
}
