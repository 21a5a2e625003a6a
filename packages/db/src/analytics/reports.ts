import {
  type AnalyticsOverview,
  type ArticleAnalytics,
  articlePath,
  type Facet,
  type FacetAnalytics,
  notFound,
  type Period,
  type Share,
  UNCOUNTED_REASONS,
} from '@nightdesk/contracts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, DbOrTx } from '../client.ts'
import {
  articleSeries,
  closedWindow,
  compared,
  comparedRate,
  facetSeries,
  inDays,
  type Span,
  siteSeries,
  spanOf,
  type Window,
  type WindowVisitors,
} from './periods.ts'
import { percent, selectNamed } from './summary.ts'

const MOST_PAGES = 100
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
  // Before the snapshot, whose transaction is read-only and could not store the counts.
  const { previous } = await spanOf(db, timezone, period)
  const before = previous && (await closedWindow(db, timezone, previous))
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const span = await spanOf(tx, timezone, period)
      return { ...timelineOf(span), ...(await figures(tx, span, before)), ...(await lists(tx, span, viewer)) }
    })
}

/** The public part of a period. */
const timelineOf = ({ as_of, period, step, current, previous }: Span) => ({
  as_of,
  period,
  step,
  current,
  previous,
})

async function figures(db: DbOrTx, span: Span, before: WindowVisitors | null) {
  const now = await visitorsIn(db, span.current)
  return {
    ...(await viewFigures(db, span, sql`select * from site_days`)),
    visitors: compared(now.visitors, before?.visitors ?? null),
    return_rate: comparedRate(rateOf(now), before && rateOf(before)),
    series: await siteSeries(db, span),
    is_summarising: await isSummarising(db),
  }
}

/** The views of a period, compared with the one before. @param counted rows of `day`, `views` and `staff_views` */
async function viewFigures(db: DbOrTx, { current, previous }: Span, counted: RawBuilder<unknown>) {
  const sumsIn = async ({ first_day, last_day }: Window) => {
    const { rows } = await sql<{ views: number; staff_views: number }>`
      select coalesce(sum(views), 0) as views, coalesce(sum(staff_views), 0) as staff_views
      from (${counted}) counted where day between ${first_day} and ${last_day}`.execute(db)
    return rows[0]! // sum() always has a row
  }
  const { views, staff_views } = await sumsIn(current)
  const before = previous && (await sumsIn(previous))
  return { views: compared(views, before?.views ?? null), staff_views }
}

const rateOf = ({ visitors, return_visitors }: WindowVisitors) => percent(return_visitors, visitors)

/**
 * Each visitor is counted in the row of the day of their last visit, so the sum of the last days has no duplicates. For hours
 * after the site has moved to a time zone further west there are views of the next day: their visitors are left out with them.
 */
const visitorsIn = (db: DbOrTx, { first_day, last_day }: Window): Promise<WindowVisitors> =>
  db
    .selectFrom('site_days')
    .where('day', '>=', first_day)
    .where('day', '<=', last_day)
    .select([
      sql<number>`coalesce(sum(last_visitors), 0)`.as('visitors'),
      sql<number>`coalesce(sum(last_return_visitors), 0)`.as('return_visitors'),
    ])
    .executeTakeFirstOrThrow()

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

const lists = async (db: DbOrTx, { current, period }: Span, viewer: number | null) => ({
  ...(await shares(db, current, sql`select * from site_facets`)),
  pages: await pages(db, period === 'all' ? null : current, viewer),
  uncounted: await uncounted(db, current),
})

/** The most frequent values of each facet in a window. @param counted rows of `day`, `facet`, `value` and `views` */
async function shares(db: DbOrTx, { first_day, last_day }: Window, counted: RawBuilder<unknown>) {
  const share = async (facet: Facet): Promise<Share[]> => {
    const { rows } = await sql<Share>`
      select value, sum(views) as views from (${counted}) counted
      where facet = ${facet} and day between ${first_day} and ${last_day}
      group by value order by views desc, value limit ${MOST_SHARES}`.execute(db)
    return rows
  }
  return { referrers: await share('referrer'), agents: await share('agent'), devices: await share('device') }
}

/** The most read articles of a window, or of all time. */
const pages = (db: DbOrTx, window: Window | null, viewer: number | null) =>
  mostRead(
    db,
    window
      ? sql`select article_id, sum(views) as views from view_days
          where day between ${window.first_day} and ${window.last_day} group by article_id`
      : sql`select article_id, views from view_totals`,
    viewer,
  )

/** The most read articles by `counts`: rows of `article_id` and `views`. */
async function mostRead(db: DbOrTx, counted: RawBuilder<unknown>, viewer: number | null) {
  const { rows } = await sql<{
    article_id: number
    title: string | null
    views: number
    unique_views: number
  }>`
    select counted.article_id, counted.views,
      case when articles.state = 'published' or articles.author_id = coalesce(${viewer}, articles.author_id)
        then version.title end as title, view_totals.unique_views
    from (${counted}) counted
    join view_totals on view_totals.article_id = counted.article_id
    left join articles on articles.id = counted.article_id
    left join article_versions version
      on version.id = coalesce(articles.published_version_id, articles.current_version_id)
    order by counted.views desc, counted.article_id limit ${MOST_PAGES}`.execute(db)
  return rows.map((row) => ({ ...row, page_path: articlePath(row.article_id) }))
}

async function uncounted(db: DbOrTx, { first_day, last_day }: Window) {
  const rows = await db
    .selectFrom('uncounted_views')
    .where('day', '>=', first_day)
    .where('day', '<=', last_day)
    .groupBy('reason')
    .select((eb) => ['reason', eb.fn.sum<number>('attempts').as('attempts')])
    .execute()
  const attempts = new Map(rows.map((row) => [row.reason, row.attempts]))
  return UNCOUNTED_REASONS.map((reason) => ({ reason, attempts: attempts.get(reason) ?? 0 }))
}

/**
 * The figures of one article in a period, in one snapshot. `timezone` decides where a day begins. Only its author may see an
 * unpublished article; `viewer` null sees all articles.
 * @throws NOT_FOUND when the article does not exist or the viewer may not see it
 */
export function articleAnalytics(
  db: Db,
  timezone: string,
  { id, period }: { id: number; period: Period },
  viewer: number | null,
): Promise<ArticleAnalytics> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const article = await selectNamed(tx, viewer).where('articles.id', '=', id).executeTakeFirst()
      if (!article) throw notFound('Article')
      // Hours are counted for the whole site only.
      const own = inDays(await spanOf(tx, timezone, period))
      return {
        ...timelineOf(own),
        article_id: id,
        title: article.title,
        page_path: articlePath(id),
        ...(await viewFigures(tx, own, sql`select * from view_days where article_id = ${id}`)),
        unique_views: await uniqueViews(tx, id),
        ...(await shares(tx, own.current, sql`select * from view_facets where article_id = ${id}`)),
        series: await articleSeries(tx, own, id),
        versions: await versions(tx, own.current, id),
      }
    })
}

async function uniqueViews(db: DbOrTx, id: number): Promise<number> {
  const totals = await db
    .selectFrom('view_totals')
    .where('article_id', '=', id)
    .select('unique_views')
    .executeTakeFirst()
  return totals?.unique_views ?? 0
}

async function versions(db: DbOrTx, { first_day, last_day }: Window, id: number) {
  const { rows } = await sql<ArticleAnalytics['versions'][number]>`
    select version.version_number, version.created_at, read.views
    from (
      select value, sum(views) as views from view_facets
      where article_id = ${id} and facet = 'version' and day between ${first_day} and ${last_day} group by value
    ) read
    left join article_versions version on version.article_id = ${id} and version.id::text = read.value
    order by version.version_number desc nulls last`.execute(db)
  return rows
}

/**
 * The views of a period from one referrer, browser or device, by day and by article, in one snapshot. The ledger counts no
 * visitors per facet. `timezone` decides where a day begins; `viewer` as in `analyticsOverview`.
 */
export function facetAnalytics(
  db: Db,
  timezone: string,
  { facet, value, period }: { facet: Facet; value: string; period: Period },
  viewer: number | null,
): Promise<FacetAnalytics> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const span = inDays(await spanOf(tx, timezone, period))
      const { first_day, last_day } = span.current
      const { views } = await viewFigures(
        tx,
        span,
        sql`select day, views, 0 as staff_views from site_facets where facet = ${facet} and value = ${value}`,
      )
      const counted = sql`
        select article_id, sum(views) as views from view_facets
        where facet = ${facet} and value = ${value} and day between ${first_day} and ${last_day} group by article_id`
      return {
        ...timelineOf(span),
        facet,
        value,
        views,
        series: await facetSeries(tx, span, facet, value),
        pages: await mostRead(tx, counted, viewer),
        is_summarising: await isSummarising(tx),
      }
    })
}
