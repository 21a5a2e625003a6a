import { type AnalyticsSummary, articlePath, type DashboardStats } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { DbOrTx } from './client.ts'

const POPULAR = 5

/** The dashboard’s figures, live. `timezone` decides where a day begins. */
export async function dashboardStats(db: DbOrTx, timezone: string): Promise<DashboardStats> {
  const [views, visitors, popular] = await Promise.all([
    totalViews(db, timezone),
    visitorMetrics(db),
    popularArticles(db, POPULAR),
  ])
  const { unique_visitors, return_rate } = visitors
  return {
    total_views: { today: views.today, all_time: views.all_time },
    visitor_metrics: { unique_visitors, return_rate },
    popular_articles: popular.map(({ id, title, views }) => ({ article_id: id, title, view_count: views })),
  }
}

/** Everything the analytics summary holds, from one snapshot when `db` is a transaction. */
export async function summarise(db: DbOrTx, timezone: string): Promise<AnalyticsSummary> {
  const { rows } = await sql<{ generated_at: string }>`select now() as generated_at`.execute(db)
  return {
    generated_at: rows[0]!.generated_at, // a select without from has one row
    page_views: { total_views: await totalViews(db, timezone), page_stats: await pageStats(db) },
    visitor_metrics: await visitorMetrics(db),
    popular_articles: await popularArticles(db, POPULAR),
  }
}

async function totalViews(db: DbOrTx, timezone: string) {
  const today = sql<string>`(now() at time zone ${timezone})::date`
  const since = (days: number) =>
    sql<number>`coalesce(sum(views) filter (where day > ${today} - ${days}::int), 0)`
  return db
    .selectFrom('view_days')
    .select([
      since(1).as('today'),
      since(7).as('last_7_days'),
      since(30).as('last_30_days'),
      sql<number>`coalesce(sum(views), 0)`.as('all_time'),
    ])
    .executeTakeFirstOrThrow()
}

async function visitorMetrics(db: DbOrTx) {
  const row = await db
    .selectFrom('visitors')
    .select((eb) => [
      eb.fn.countAll<number>().as('unique_visitors'),
      eb.fn.countAll<number>().filterWhere('days', '>=', 2).as('return_visitors'),
    ])
    .executeTakeFirstOrThrow()
  return { ...row, return_rate: percent(row.return_visitors, row.unique_visitors) }
}

const popularArticles = (db: DbOrTx, limit: number) =>
  db
    .selectFrom('view_days')
    .innerJoin('articles', 'articles.id', 'view_days.article_id')
    .innerJoin('article_versions', 'article_versions.id', 'articles.current_version_id')
    .where('articles.state', '<>', 'deleted')
    .groupBy(['articles.id', 'article_versions.title'])
    .select((eb) => ['articles.id', 'article_versions.title', eb.fn.sum<number>('views').as('views')])
    .orderBy('views', 'desc')
    .orderBy('articles.id')
    .limit(limit)
    .execute()

async function pageStats(db: DbOrTx) {
  const rows = await db
    .selectFrom('view_days')
    .groupBy('article_id')
    .select((eb) => [
      'article_id',
      eb.fn.sum<number>('views').as('total_views'),
      eb
        .selectFrom('article_visitors')
        .whereRef('article_visitors.article_id', '=', 'view_days.article_id')
        .select((visitors) => visitors.fn.countAll<number>().as('count'))
        .as('unique_views'),
    ])
    .orderBy('total_views', 'desc')
    .orderBy('article_id')
    .execute()
  return rows.map(({ article_id, total_views, unique_views }) => ({
    page_path: articlePath(article_id),
    total_views,
    unique_views: unique_views ?? 0,
  }))
}

/** In percent with one decimal; nothing of nothing is 0. */
const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10)
