import type { AnalyticsOverview, Figure, Period } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { DbOrTx } from '../client.ts'

/** Consecutive days, both ends included. */
export interface Window {
  first_day: string
  last_day: string
}

/** A period, the period before it, and the interval of its chart. */
export interface Span extends Pick<AnalyticsOverview, 'as_of' | 'period' | 'step'> {
  current: Window
  previous: Window | null
  /** The current hour, 0 to 23. */
  hour: number
}

const LENGTHS: Record<Period, number | null> = { today: 1, '7': 7, '30': 30, all: null }
/** Days of the longest period and the one before it: visitors of that time must be known. */
export const LONGEST_REACH = 2 * Math.max(...Object.values(LENGTHS).map((length) => length ?? 0))
/** A chart of more days shows months. */
const MOST_DAYS = 92

/** The first and last day of a period, in the site’s time zone. `all` begins with the first view. */
export async function spanOf(db: DbOrTx, timezone: string, period: Period): Promise<Span> {
  const length = LENGTHS[period]
  const { rows } = await sql<
    Window & { as_of: string; before_first: string; before_last: string; days: number; hour: number }
  >`
    select now() as as_of, hour, first_day, last_day, last_day - first_day + 1 as days,
      first_day - ${length ?? 0}::int as before_first, first_day - 1 as before_last
    from (
      select today as last_day, hour, coalesce(today - ${length}::int + 1, least(oldest, today)) as first_day
      from (
        select local::date as today, extract(hour from local)::int as hour
        from (select now() at time zone ${timezone} as local) clock
      ) today, (select min(day) as oldest from site_days) history
    ) span`.execute(db)
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

/** The interval for counts that exist by day only. */
export const inDays = (span: Span): Span => ({ ...span, step: span.step === 'hour' ? 'day' : span.step })

/** A count and its change since the period before, in percent with one decimal; null when that had none. */
export const compared = (value: number, previous: number | null): Figure => ({
  value,
  previous,
  change: previous ? tenths(((value - previous) / previous) * 100) : null,
})

/** A rate and its change since the period before, in percentage points. */
export const comparedRate = (value: number, previous: number | null): Figure => ({
  value,
  previous,
  change: previous === null ? null : tenths(value - previous),
})

const tenths = (value: number) => Math.round(value * 10) / 10
