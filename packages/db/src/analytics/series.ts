import type { Facet, Point } from '@nightdesk/contracts'
import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '../client.ts'
import type { Span, Window } from './period.ts'

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
