import type { Point } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { Span, Window } from './analytics-period.ts'
import type { DbOrTx } from './client.ts'

type Series = { current: Point[]; previous: Point[] }

/** The views of the whole site over a period and the one before, without gaps. */
export async function siteSeries(db: DbOrTx, span: Span): Promise<Series> {
  if (span.step !== 'hour') return seriesOf(db, span, null)
  return {
    // The hours that are still to come are no zeros.
    current: await hours(db, span.current, span.hour),
    previous: span.previous ? await hours(db, span.previous, 23) : [],
  }
}

/** The same of one article, of which hours are not kept. */
export const articleSeries = (db: DbOrTx, span: Span, articleId: number) => seriesOf(db, span, articleId)

async function seriesOf(
  db: DbOrTx,
  { step, current, previous }: Span,
  articleId: number | null,
): Promise<Series> {
  const read = step === 'month' ? months : days
  return {
    current: await read(db, current, articleId),
    previous: previous ? await read(db, previous, articleId) : [],
  }
}

/** Per day, from the whole site or from one article. */
const counts = (articleId: number | null) =>
  articleId === null
    ? sql`select day, views, visitors from site_days`
    : sql`select day, views, null::integer as visitors from view_days where article_id = ${articleId}`

async function days(db: DbOrTx, { first_day, last_day }: Window, articleId: number | null): Promise<Point[]> {
  const isSite = articleId === null
  const { rows } = await sql<Point>`
    select to_char(day, 'YYYY-MM-DD') as at, coalesce(views, 0) as views,
      case when ${isSite}::boolean then coalesce(visitors, 0) end as visitors
    from generate_series(${first_day}::date, ${last_day}::date, interval '1 day') as day
    left join (${counts(articleId)}) counted using (day)
    order by day`.execute(db)
  return rows
}

async function months(
  db: DbOrTx,
  { first_day, last_day }: Window,
  articleId: number | null,
): Promise<Point[]> {
  const { rows } = await sql<Point>`
    select to_char(month, 'YYYY-MM') as at, coalesce(views, 0) as views, null::integer as visitors
    from generate_series(date_trunc('month', ${first_day}::timestamp), ${last_day}::timestamp, interval '1 month') as month
    left join (
      select date_trunc('month', day::timestamp) as month, sum(views) as views
      from (${counts(articleId)}) counted
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
