import { type AnalyticsOverview, PERIODS, type Period } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { DbOrTx } from '../client.ts'

/** Consecutive days, both ends included. */
export type DayRange = AnalyticsOverview['current']

/** The condition that the column `day` is in a range. */
export const inRange = ({ first_day, last_day }: DayRange) =>
  sql<boolean>`day between ${first_day} and ${last_day}`

/** A period, the period before it, and the interval of its chart. */
export interface ReportPeriod
  extends Pick<AnalyticsOverview, 'as_of' | 'period' | 'step' | 'current' | 'previous'> {
  /** The current hour, 0 to 23. */
  hour: number
}

const LENGTHS: Record<Period, number | null> = { today: 1, '7': 7, '30': 30, all: null }
/** Days of the longest period and the one before it: visitors of that time must be known. */
export const LONGEST_REACH = 2 * Math.max(...Object.values(LENGTHS).map((length) => length ?? 0))
/** A chart of more days shows months. */
const MOST_DAYS = 92

/** The first and last day of a period, in the site’s time zone. `all` has every attempt: also those of the next day, see `visitorsIn`. */
export async function periodOf(db: DbOrTx, timezone: string, period: Period): Promise<ReportPeriod> {
  const length = LENGTHS[period]
  const { rows } = await sql<
    DayRange & { as_of: string; before_first: string; before_last: string; days: number; hour: number }
  >`
    select now() as as_of, hour, first_day, last_day, last_day - first_day + 1 as days,
      first_day - ${length ?? 0}::int as before_first, first_day - 1 as before_last
    from (
      select hour, coalesce(today - ${length}::int + 1, least(oldest, today)) as first_day,
        case when ${length}::int is null then greatest(newest, today) else today end as last_day
      from (
        select local::date as today, extract(hour from local)::int as hour
        from (select now() at time zone ${timezone} as local) clock
      ) today, (
        select min(day) as oldest, max(day) as newest
        from (select day from site_days union all select day from uncounted_views) attempts
      ) history
    ) range`.execute(db)
  const { as_of, hour, first_day, last_day, before_first, before_last, days } = rows[0]! // min() always has a row
  return {
    as_of,
    period,
    hour,
    step: period === 'today' ? 'hour' : days > MOST_DAYS ? 'month' : 'day',
    current: { first_day, last_day },
    previous: length === null ? null : { first_day: before_first, last_day: before_last },
  }
}

export interface RangeVisitors {
  visitors: number
  /** Those with a visit on an earlier day, up to the end of the range. */
  return_visitors: number
}

/**
 * Distinct visitors of a range that ends today; null for all time. Each is counted in the row of the day of their last visit,
 * so the sum has no duplicates. For hours after the site has moved to a time zone further west there are views of the next
 * day: their visitors are left out with them.
 */
export const visitorsIn = (db: DbOrTx, range: DayRange | null): Promise<RangeVisitors> =>
  db
    .selectFrom('site_days')
    .where(range ? inRange(range) : sql<boolean>`true`)
    .select([
      sql<number>`coalesce(sum(last_visitors), 0)`.as('visitors'),
      sql<number>`coalesce(sum(last_return_visitors), 0)`.as('return_visitors'),
    ])
    .executeTakeFirstOrThrow()

/**
 * Distinct visitors of a range that has ended. Counted once and stored, a minute after its last day at the earliest: until
 * then, a batch of views of that day may not be written yet.
 */
export async function closedVisitors(
  db: DbOrTx,
  timezone: string,
  { first_day, last_day }: DayRange,
): Promise<RangeVisitors> {
  const stored = await db
    .selectFrom('closed_windows')
    .where('first_day', '=', first_day)
    .where('last_day', '=', last_day)
    .select(['visitors', 'return_visitors'])
    .executeTakeFirst()
  if (stored) return stored
  const { rows } = await sql<RangeVisitors>`
    select count(*) as visitors, count(*) filter (where visitors.first_day < present.last_seen) as return_visitors
    from (
      select visitor_hash, max(day) as last_seen from visitor_days
      where day between ${first_day} and ${last_day} group by visitor_hash
    ) present join visitors using (visitor_hash)`.execute(db)
  const counted = rows[0]! // count() always has a row
  await sql`
    insert into closed_windows (first_day, last_day, visitors, return_visitors)
    select ${first_day}, ${last_day}, ${counted.visitors}, ${counted.return_visitors}
    where now() at time zone ${timezone} > ${last_day}::date + interval '1 day 1 minute'
    on conflict do nothing`.execute(db)
  return counted
}

/** Counts the visitors of the range before each period, unless their number is stored. */
export async function countClosedVisitors(db: DbOrTx, timezone: string): Promise<void> {
  for (const period of PERIODS) {
    const { previous } = await periodOf(db, timezone, period)
    if (previous) await closedVisitors(db, timezone, previous)
  }
}

/** The share of visitors who have come again, in percent with one decimal; 0 of 0 is 0. */
export const returnRate = ({ visitors, return_visitors }: RangeVisitors) =>
  visitors === 0 ? 0 : Math.round((return_visitors / visitors) * 1000) / 10
