import type { CurrentVisitors } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { DbOrTx } from '../client.ts'

/**
 * Distinct visitors of the last five minutes, counted from the raw views. `timezone` is that of the site, which the days and
 * hours of views are in: after a move further west, some are in days to come. Reads only the newest views: as many as the counts of the current hours say.
 */
export async function currentVisitors(db: DbOrTx, timezone: string): Promise<CurrentVisitors> {
  const { rows } = await sql<CurrentVisitors>`
    with span as (
      select now() at time zone ${timezone} as until, (now() - interval '5 minutes') at time zone ${timezone} as since
    ), newest as (
      select visitor_hash, viewed_at from views
      where day between (select since::date from span) and (select until::date from span)
      order by day desc, id desc
      limit (
        select coalesce(sum(views), 0) from view_hours, span
        where (day, hour) in ((until::date, extract(hour from until)), (since::date, extract(hour from since)))
      )
    )
    select now() as as_of, count(distinct visitor_hash)::integer as visitors
    from newest where viewed_at > now() - interval '5 minutes'`.execute(db)
  return rows[0]! // count() always has a row
}
