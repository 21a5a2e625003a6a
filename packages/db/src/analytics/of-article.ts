import { type ArticleAnalytics, articlePath, notFound, type Period } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { Db, DbOrTx } from '../client.ts'
import { selectNamed } from './analytics.ts'
import { shares, timelineOf, viewFigures } from './overview.ts'
import { inDays, spanOf, type Window } from './period.ts'
import { articleSeries } from './series.ts'

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
