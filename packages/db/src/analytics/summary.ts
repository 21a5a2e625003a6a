import {
  type AnalyticsSummary,
  articlePath,
  type CurrentVisitors,
  type DashboardStats,
} from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { DbOrTx } from '../client.ts'
import { returnRate, visitorsIn } from './periods.ts'

const POPULAR = 5

/**
 * The live figures of the dashboard. `timezone` decides where a day begins. The title of an unpublished article is shown to
 * its author only; `viewer` null sees all titles.
 */
export async function dashboardStats(
  db: DbOrTx,
  timezone: string,
  viewer: number | null,
): Promise<DashboardStats> {
  const [{ today, yesterday, all_time }, { unique_visitors, return_rate }, popular] = await Promise.all([
    totalViews(db, timezone),
    visitorMetrics(db),
    popularArticles(db, viewer),
  ])
  return {
    total_views: { today, yesterday, all_time },
    visitor_metrics: { unique_visitors, return_rate },
    popular_articles: popular.map(({ id, title, views }) => ({ article_id: id, title, view_count: views })),
  }
}

/** The contents of the analytics summary. `db` is a transaction with one snapshot. */
export async function summarise(db: DbOrTx, timezone: string): Promise<AnalyticsSummary> {
  const { generated_at, yesterday: _, ...total_views } = await totalViews(db, timezone)
  return {
    generated_at,
    page_views: { total_views, page_stats: await pageStats(db) },
    visitor_metrics: await visitorMetrics(db),
    popular_articles: await popularArticles(db, null),
  }
}

async function totalViews(db: DbOrTx, timezone: string) {
  const today = sql<string>`(now() at time zone ${timezone})::date`
  const since = (days: number) =>
    sql<number>`coalesce(sum(views) filter (where day > ${today} - ${days}::int and day <= ${today}), 0)`
  return db
    .selectFrom('site_days')
    .select([
      sql<string>`now()`.as('generated_at'),
      since(1).as('today'),
      sql<number>`coalesce(sum(views) filter (where day = ${today} - 1), 0)`.as('yesterday'),
      since(7).as('last_7_days'),
      since(30).as('last_30_days'),
      sql<number>`coalesce(sum(views), 0)`.as('all_time'),
    ])
    .executeTakeFirstOrThrow()
}

async function visitorMetrics(db: DbOrTx) {
  const all = await visitorsIn(db, null)
  const { visitors: unique_visitors, return_visitors } = all
  return { unique_visitors, return_visitors, return_rate: returnRate(all) }
}

/**
 * A stored summary with current titles, as far as a viewer may see them: since it was made, articles may have been renamed
 * or unpublished.
 */
export async function summaryFor(
  db: DbOrTx,
  summary: AnalyticsSummary,
  viewer: number | null,
): Promise<AnalyticsSummary> {
  const ids = summary.popular_articles.map(({ id }) => id)
  const named =
    ids.length > 0 ? await selectPresent(db, viewer).where('articles.id', 'in', ids).execute() : []
  const titles = new Map(named.map(({ id, title }) => [id, title]))
  const popular_articles = summary.popular_articles.flatMap((article) => {
    const title = titles.get(article.id)
    return title === undefined ? [] : [{ ...article, title }]
  })
  return { ...summary, popular_articles }
}

const popularArticles = (db: DbOrTx, viewer: number | null) =>
  selectPresent(db, viewer)
    .innerJoin('view_totals', 'view_totals.article_id', 'articles.id')
    .select('view_totals.views')
    .orderBy('views', 'desc')
    .orderBy('articles.id')
    .limit(POPULAR)
    .execute()

const selectPresent = (db: DbOrTx, viewer: number | null) =>
  selectNamed(db, viewer).where('articles.state', '<>', 'deleted')

/** The articles whose titles a viewer may see, deleted ones too; for a published article, the title that readers see. */
export const selectNamed = (db: DbOrTx, viewer: number | null) =>
  db
    .selectFrom('articles')
    .innerJoin('article_versions', (join) =>
      join.on(
        'article_versions.id',
        '=',
        sql`coalesce(articles.published_version_id, articles.current_version_id)`,
      ),
    )
    .where(isNamedTo(viewer))
    .select(['articles.id', 'article_versions.title'])

/** Whether a viewer may see the title of an article. */
export const isNamedTo = (viewer: number | null) =>
  sql<boolean>`(articles.state = 'published' or articles.author_id = coalesce(${viewer}, articles.author_id))`

async function pageStats(db: DbOrTx) {
  const rows = await db
    .selectFrom('view_totals')
    .select(['article_id', 'views as total_views', 'unique_views'])
    .orderBy('views', 'desc')
    .orderBy('article_id')
    .execute()
  return rows.map(({ article_id, ...counts }) => ({ page_path: articlePath(article_id), ...counts }))
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
