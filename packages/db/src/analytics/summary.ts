import { type AnalyticsSummary, articlePath, type DashboardStats } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { DbOrTx } from '../client.ts'

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
  const [views, visitors, popular] = await Promise.all([
    totalViews(db, timezone),
    visitorMetrics(db),
    popularArticles(db, viewer),
  ])
  const { unique_visitors, return_rate } = visitors
  const { today, yesterday, all_time } = views
  return {
    total_views: { today, yesterday, all_time },
    visitor_metrics: { unique_visitors, return_rate },
    popular_articles: popular.map(({ id, title, views }) => ({ article_id: id, title, view_count: views })),
  }
}

/** The contents of the analytics summary. `db` is a transaction with one snapshot. */
export async function summarise(db: DbOrTx, timezone: string): Promise<AnalyticsSummary> {
  const { rows } = await sql<{ generated_at: string }>`select now() as generated_at`.execute(db)
  const { yesterday: _, ...total_views } = await totalViews(db, timezone)
  return {
    generated_at: rows[0]!.generated_at, // a select without from has one row
    page_views: { total_views, page_stats: await pageStats(db) },
    visitor_metrics: await visitorMetrics(db),
    popular_articles: await popularArticles(db, null),
  }
}

async function totalViews(db: DbOrTx, timezone: string) {
  const today = sql<string>`(now() at time zone ${timezone})::date`
  const since = (days: number) =>
    sql<number>`coalesce(sum(views) filter (where day > ${today} - ${days}::int), 0)`
  return db
    .selectFrom('site_days')
    .select([
      since(1).as('today'),
      sql<number>`coalesce(sum(views) filter (where day = ${today} - 1), 0)`.as('yesterday'),
      since(7).as('last_7_days'),
      since(30).as('last_30_days'),
      sql<number>`coalesce(sum(views), 0)`.as('all_time'),
    ])
    .executeTakeFirstOrThrow()
}

/** Every visitor is counted in the row of the day of their last visit. */
async function visitorMetrics(db: DbOrTx) {
  const row = await db
    .selectFrom('site_days')
    .select([
      sql<number>`coalesce(sum(last_visitors), 0)`.as('unique_visitors'),
      sql<number>`coalesce(sum(last_return_visitors), 0)`.as('return_visitors'),
    ])
    .executeTakeFirstOrThrow()
  return { ...row, return_rate: percent(row.return_visitors, row.unique_visitors) }
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
  if (viewer === null) return summary
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
    .where((eb) =>
      eb.or([
        eb('articles.state', '=', 'published'),
        eb('articles.author_id', '=', sql<number>`coalesce(${viewer}, articles.author_id)`),
      ]),
    )
    .select(['articles.id', 'article_versions.title'])

async function pageStats(db: DbOrTx) {
  const rows = await db
    .selectFrom('view_totals')
    .select(['article_id', 'views', 'unique_views'])
    .orderBy('views', 'desc')
    .orderBy('article_id')
    .execute()
  return rows.map(({ article_id, views, unique_views }) => ({
    page_path: articlePath(article_id),
    total_views: views,
    unique_views,
  }))
}

/** In percent with one decimal; 0 of 0 is 0. */
export const percent = (part: number, whole: number) =>
  whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10
