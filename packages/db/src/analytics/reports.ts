import {
  type AnalyticsOverview,
  type ArticleAnalytics,
  articlePath,
  type Facet,
  type FacetAnalytics,
  type Figure,
  MOST_PAGES,
  notFound,
  type Period,
  type Point,
  type Share,
  UNCOUNTED_REASONS,
} from '@nightdesk/contracts'
import { type RawBuilder, sql } from 'kysely'
import { type Db, type DbOrTx, inSnapshot, type Tx } from '../client.ts'
import {
  closedVisitors,
  type DayRange,
  inRange,
  periodOf,
  type ReportPeriod,
  returnRate,
  visitorsIn,
} from './periods.ts'
import { isNamedTo, selectNamed } from './summary.ts'

const MOST_SHARES = 20

/**
 * The figures of a period for the whole site, in one snapshot. `timezone` decides where a day begins. The title of an
 * unpublished article is shown to its author only; `viewer` null sees all titles.
 */
export async function analyticsOverview(
  db: Db,
  timezone: string,
  period: Period,
  viewer: number | null,
): Promise<AnalyticsOverview> {
  // Before the snapshot, whose transaction is read-only and could not store the count.
  const { previous } = await periodOf(db, timezone, period)
  const before = previous && (await closedVisitors(db, timezone, previous))
  return inPeriod(db, timezone, period, async (tx, own) => {
    const now = await visitorsIn(tx, own.current)
    return {
      ...timelineOf(own),
      ...(await viewFigures(tx, own, sql`select * from site_days`)),
      visitors: compared(now.visitors, before?.visitors ?? null),
      return_rate: comparedRate(returnRate(now), before?.visitors ? returnRate(before) : null),
      series: await siteSeries(tx, own),
      is_summarising: await isSummarising(tx),
      ...(await shares(tx, own.current, sql`select * from site_facets`)),
      pages: await mostRead(
        tx,
        period === 'all'
          ? sql`select article_id, views from view_totals`
          : sql`select article_id, sum(views) as views from view_days where ${inRange(own.current)} group by article_id`,
        viewer,
      ),
      uncounted: await uncounted(tx, own.current),
    }
  })
}

/**
 * The figures of one article in a period, in one snapshot. `timezone` decides where a day begins. Only its author may see an
 * unpublished article; `viewer` null sees all articles.
 * @throws NOT_FOUND when the article does not exist or the viewer may not see it
 */
export const articleAnalytics = (
  db: Db,
  timezone: string,
  { id, period }: { id: number; period: Period },
  viewer: number | null,
): Promise<ArticleAnalytics> =>
  inPeriod(db, timezone, period, async (tx, whole) => {
    const article = await selectNamed(tx, viewer)
      .leftJoin('view_totals', 'view_totals.article_id', 'articles.id')
      .select(sql<number>`coalesce(view_totals.unique_views, 0)`.as('unique_views'))
      .where('articles.id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('Article'))
    const own = inDays(whole)
    const views = sql`select * from view_days where article_id = ${id}`
    return {
      ...timelineOf(own),
      article_id: id,
      title: article.title,
      page_path: articlePath(id),
      ...(await viewFigures(tx, own, views)),
      unique_views: article.unique_views,
      ...(await shares(tx, own.current, sql`select * from view_facets where article_id = ${id}`)),
      series: await seriesOf(tx, own, views),
      versions: await versions(tx, own.current, id),
    }
  })

/**
 * The views of a period from one referrer, browser or device, by day and by article, in one snapshot. The ledger counts no
 * visitors per facet. `timezone` decides where a day begins; `viewer` as in `analyticsOverview`.
 */
export const facetAnalytics = (
  db: Db,
  timezone: string,
  { facet, value, period }: { facet: Facet; value: string; period: Period },
  viewer: number | null,
): Promise<FacetAnalytics> =>
  inPeriod(db, timezone, period, async (tx, whole) => {
    const own = inDays(whole)
    const isOf = sql`facet = ${facet} and value = ${value}`
    const counted = sql`select day, views, 0 as staff_views from site_facets where ${isOf}`
    return {
      ...timelineOf(own),
      facet,
      value,
      views: (await viewFigures(tx, own, counted)).views,
      series: await seriesOf(tx, own, counted),
      pages: await mostRead(
        tx,
        sql`
          select article_id, sum(views) as views from view_facets
          where ${isOf} and ${inRange(own.current)} group by article_id`,
        viewer,
      ),
      is_summarising: await isSummarising(tx),
    }
  })

/** Reads the figures of a period in one snapshot. */
const inPeriod = <T>(
  db: Db,
  timezone: string,
  period: Period,
  read: (tx: Tx, own: ReportPeriod) => Promise<T>,
): Promise<T> => inSnapshot(db, async (tx) => read(tx, await periodOf(tx, timezone, period)))

/** Hours are counted for the whole site only. */
const inDays = (own: ReportPeriod): ReportPeriod => ({ ...own, step: own.step === 'hour' ? 'day' : own.step })

/** The public part of a period. */
const timelineOf = ({ hour: _, ...timeline }: ReportPeriod) => timeline

/** The views of a period, compared with the one before. @param counted rows of `day`, `views` and `staff_views` */
async function viewFigures(db: DbOrTx, { current, previous }: ReportPeriod, counted: RawBuilder<unknown>) {
  const sumsIn = async (range: DayRange) => {
    const { rows } = await sql<{ views: number; staff_views: number }>`
      select coalesce(sum(views), 0) as views, coalesce(sum(staff_views), 0) as staff_views
      from (${counted}) counted where ${inRange(range)}`.execute(db)
    return rows[0]! // sum() always has a row
  }
  const { views, staff_views } = await sumsIn(current)
  const before = previous && (await sumsIn(previous))
  return { views: compared(views, before?.views ?? null), staff_views }
}

/** A count and its change since the period before, in percent with one decimal; null when that had none. */
const compared = (value: number, previous: number | null): Figure => ({
  value,
  previous,
  change: previous ? tenths(((value - previous) / previous) * 100) : null,
})

/** A rate and its change since the period before, in percentage points; null when that had no visitors. */
const comparedRate = (value: number, previous: number | null): Figure => ({
  value,
  previous,
  change: previous === null ? null : tenths(value - previous),
})

const tenths = (value: number) => Math.round(value * 10) / 10

/** Whether a job for the summary is waiting or running. */
async function isSummarising(db: DbOrTx): Promise<boolean> {
  const { rows } = await sql<{ is_summarising: boolean }>`
    select exists (
      select from graphile_worker.jobs
      where task_identifier = 'analytics-summary' and attempts < max_attempts
        and (locked_at is not null or run_at <= now())
    ) as is_summarising`.execute(db)
  return rows[0]!.is_summarising // a select without from has one row
}

/** The most frequent values of each facet in a range. @param counted rows of `day`, `facet`, `value` and `views` */
async function shares(db: DbOrTx, range: DayRange, counted: RawBuilder<unknown>) {
  const share = async (facet: Facet): Promise<Share[]> => {
    const { rows } = await sql<Share>`
      select value, sum(views) as views from (${counted}) counted
      where facet = ${facet} and ${inRange(range)}
      group by value order by views desc, value limit ${MOST_SHARES}`.execute(db)
    return rows
  }
  return { referrers: await share('referrer'), agents: await share('agent'), devices: await share('device') }
}

/** The most read articles. @param counted rows of `article_id` and `views` */
async function mostRead(db: DbOrTx, counted: RawBuilder<unknown>, viewer: number | null) {
  const { rows } = await sql<Omit<AnalyticsOverview['pages'][number], 'page_path'>>`
    select counted.article_id, counted.views, case when ${isNamedTo(viewer)} then version.title end as title,
      view_totals.unique_views
    from (${counted}) counted
    join view_totals on view_totals.article_id = counted.article_id
    left join articles on articles.id = counted.article_id
    left join article_versions version
      on version.id = coalesce(articles.published_version_id, articles.current_version_id)
    order by counted.views desc, counted.article_id limit ${MOST_PAGES}`.execute(db)
  return rows.map((row) => ({ ...row, page_path: articlePath(row.article_id) }))
}

async function uncounted(db: DbOrTx, range: DayRange) {
  const rows = await db
    .selectFrom('uncounted_views')
    .where(inRange(range))
    .groupBy('reason')
    .select((eb) => ['reason', eb.fn.sum<number>('attempts').as('attempts')])
    .execute()
  const attempts = new Map(rows.map((row) => [row.reason, row.attempts]))
  return UNCOUNTED_REASONS.map((reason) => ({ reason, attempts: attempts.get(reason) ?? 0 }))
}

async function versions(db: DbOrTx, range: DayRange, id: number) {
  const { rows } = await sql<ArticleAnalytics['versions'][number]>`
    select version.version_number, version.created_at, read.views
    from (
      select value, sum(views) as views from view_facets
      where article_id = ${id} and facet = 'version' and ${inRange(range)} group by value
    ) read
    left join article_versions version on version.article_id = ${id} and version.id::text = read.value
    order by version.version_number desc nulls last`.execute(db)
  return rows
}

type Series = AnalyticsOverview['series']

/** The views of the whole site in a period and the one before, with zeros for days without views. */
export async function siteSeries(db: DbOrTx, own: ReportPeriod): Promise<Series> {
  if (own.step !== 'hour') return seriesOf(db, own, sql`select * from site_days`, { hasVisitors: true })
  return {
    // Future hours have no point.
    current: await hours(db, own.current, own.hour),
    previous: own.previous ? await hours(db, own.previous, 23) : [],
  }
}

/** @param counted rows of `day` and `views`, and of `visitors` for the whole site */
async function seriesOf(
  db: DbOrTx,
  { step, current, previous }: ReportPeriod,
  counted: RawBuilder<unknown>,
  { hasVisitors = false } = {},
): Promise<Series> {
  const [unit, format] = step === 'month' ? ['month', 'YYYY-MM'] : ['day', 'YYYY-MM-DD']
  const visitors = hasVisitors && step === 'day' ? sql`coalesce(sum(visitors), 0)` : sql`null::integer`
  // Timestamps without a zone: a date would become midnight in the zone of the database server, and not every day has one.
  const pointsIn = async (range: DayRange) => {
    const { rows } = await sql<Point>`
      select to_char(start, ${format}) as at, coalesce(sum(views), 0) as views, ${visitors} as visitors
      from generate_series(
        date_trunc(${unit}, ${range.first_day}::timestamp), ${range.last_day}::timestamp, ${`1 ${unit}`}::interval
      ) as start
      left join (${counted}) counted on ${inRange(range)} and date_trunc(${unit}, day::timestamp) = start
      group by start
      order by start`.execute(db)
    return rows
  }
  return { current: await pointsIn(current), previous: previous ? await pointsIn(previous) : [] }
}

async function hours(db: DbOrTx, { first_day }: DayRange, lastHour: number): Promise<Point[]> {
  const { rows } = await sql<Point>`
    select ${first_day} || 'T' || to_char(hour, 'FM00') as at, coalesce(views, 0) as views, null::integer as visitors
    from generate_series(0, ${lastHour}::int) as hour
    left join (select hour, views from view_hours where day = ${first_day}) counted using (hour)
    order by hour`.execute(db)
  return rows
}
