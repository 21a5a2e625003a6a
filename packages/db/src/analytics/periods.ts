import {
  type AnalyticsOverview,
  type CurrentVisitors,
  type Facet,
  type Figure,
  PERIODS,
  type Period,
  type Point,
} from '@nightdesk/contracts'
import { type RawBuilder, sql } from 'kysely'
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

type Series = { current: Point[]; previous: Point[] }

/** Rows of `day`, `views` and `visitors`; only the whole site has visitors. */
interface Counts {
  rows: RawBuilder<unknown>
  hasVisitors: boolean
}

/** The views of the whole site in a period and the one before, with zeros for days without views. */
export async function siteSeries(db: DbOrTx, span: Span): Promise<Series> {
  if (span.step !== 'hour') return seriesOf(db, span, SITE)
  return {
    // Future hours have no point.
    current: await hours(db, span.current, span.hour),
    previous: span.previous ? await hours(db, span.previous, 23) : [],
  }
}

/** The same for one article, by day. */
export function articleSeries(db: DbOrTx, span: Span, articleId: number): Promise<Series> {
  const rows = sql`select day, views, null::integer as visitors from view_days where article_id = ${articleId}`
  return seriesOf(db, span, { rows, hasVisitors: false })
}

/** The same for one referrer, browser or device. */
export function facetSeries(db: DbOrTx, span: Span, facet: Facet, value: string): Promise<Series> {
  const rows = sql`
    select day, views, null::integer as visitors from site_facets where facet = ${facet} and value = ${value}`
  return seriesOf(db, span, { rows, hasVisitors: false })
}

const SITE: Counts = { rows: sql`select day, views, visitors from site_days`, hasVisitors: true }

async function seriesOf(db: DbOrTx, { step, current, previous }: Span, counts: Counts): Promise<Series> {
  const read = step === 'month' ? months : days
  return {
    current: await read(db, current, counts),
    previous: previous ? await read(db, previous, counts) : [],
  }
}

/** Timestamps without a zone: a date would become midnight in the zone of the database server, and not every day has one. */
async function days(db: DbOrTx, { first_day, last_day }: Window, counts: Counts): Promise<Point[]> {
  const { rows } = await sql<Point>`
    select to_char(day, 'YYYY-MM-DD') as at, coalesce(views, 0) as views,
      case when ${counts.hasVisitors}::boolean then coalesce(visitors, 0) end as visitors
    from generate_series(${first_day}::timestamp, ${last_day}::timestamp, interval '1 day') as day
    left join (${counts.rows}) counted using (day)
    order by day`.execute(db)
  return rows
}

async function months(db: DbOrTx, { first_day, last_day }: Window, counts: Counts): Promise<Point[]> {
  const { rows } = await sql<Point>`
    select to_char(month, 'YYYY-MM') as at, coalesce(views, 0) as views, null::integer as visitors
    from generate_series(date_trunc('month', ${first_day}::timestamp), ${last_day}::timestamp, interval '1 month') as month
    left join (
      select date_trunc('month', day::timestamp) as month, sum(views) as views
      from (${counts.rows}) counted
      where day between ${first_day} and ${last_day} group by 1
    ) counted using (month)
    order by month`.execute(db)
  return rows
}

async function hours(db: DbOrTx, { first_day }: Window, lastHour: number): Promise<Point[]> {
  const { rows } = await sql<Point>`
    select ${first_day} || 'T' || to_char(hour, 'FM00') as at, coalesce(views, 0) as views, null::integer as visitors
    from generate_series(0, ${lastHour}::int) as hour
    left join (select hour, views from view_hours where day = ${first_day}) counted using (hour)
    order by hour`.execute(db)
  return rows
}

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
