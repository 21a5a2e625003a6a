import { type ArticleAnalytics, articlePath, notFound, type Period, type Share } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { Db, DbOrTx } from '../client.ts'
import { timelineOf } from './overview.ts'
import { compared, inDays, type Span, spanOf, type Window } from './period.ts'
import { articleSeries } from './series.ts'

const MOST_SHARES = 20

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
      const article = await readTitle(tx, id, viewer)
      // Hours are counted for the whole site only.
      const own = inDays(await spanOf(tx, timezone, period))
      return {
        ...timelineOf(own),
        ...article,
        page_path: articlePath(id),
        ...(await figures(tx, own, id)),
        ...(await facets(tx, own.current, id)),
        series: await articleSeries(tx, own, id),
        versions: await versions(tx, own.current, id),
      }
    })
}

/** The published title, else the current one. */
async function readTitle(db: DbOrTx, id: number, viewer: number | null) {
  const article = await db
    .selectFrom('articles')
    .innerJoin('article_versions as version', (join) =>
      join.on('version.id', '=', sql`coalesce(articles.published_version_id, articles.current_version_id)`),
    )
    .where('articles.id', '=', id)
    .where((eb) =>
      eb.or([
        eb('articles.state', '=', 'published'),
        eb('articles.author_id', '=', sql<number>`coalesce(${viewer}, articles.author_id)`),
      ]),
    )
    .select(['articles.id as article_id', 'version.title'])
    .executeTakeFirst()
  if (!article) throw notFound('Article')
  return article
}

async function figures(db: DbOrTx, { current, previous }: Span, id: number) {
  const now = await viewsIn(db, current, id)
  const before = previous && (await viewsIn(db, previous, id))
  const totals = await db
    .selectFrom('view_totals')
    .where('article_id', '=', id)
    .select('unique_views')
    .executeTakeFirst()
  return {
    views: compared(now.views, before?.views ?? null),
    staff_views: now.staff_views,
    unique_views: totals?.unique_views ?? 0,
  }
}

const viewsIn = (db: DbOrTx, { first_day, last_day }: Window, id: number) =>
  db
    .selectFrom('view_days')
    .where('article_id', '=', id)
    .where('day', '>=', first_day)
    .where('day', '<=', last_day)
    .select([
      sql<number>`coalesce(sum(views), 0)`.as('views'),
      sql<number>`coalesce(sum(staff_views), 0)`.as('staff_views'),
    ])
    .executeTakeFirstOrThrow()

type Facet = 'referrer' | 'agent' | 'device' | 'version'

const selectFacet = (db: DbOrTx, { first_day, last_day }: Window, id: number, facet: Facet) =>
  db
    .selectFrom('view_facets')
    .where('article_id', '=', id)
    .where('facet', '=', facet)
    .where('day', '>=', first_day)
    .where('day', '<=', last_day)
    .groupBy('value')
    .select((eb) => ['value', eb.fn.sum<number>('views').as('views')])

async function facets(db: DbOrTx, window: Window, id: number) {
  const share = (facet: Facet): Promise<Share[]> =>
    selectFacet(db, window, id, facet).orderBy('views', 'desc').orderBy('value').limit(MOST_SHARES).execute()
  return { referrers: await share('referrer'), agents: await share('agent'), devices: await share('device') }
}

const versions = (db: DbOrTx, window: Window, id: number) =>
  db
    .selectFrom(selectFacet(db, window, id, 'version').as('read'))
    .leftJoin('article_versions as version', (join) =>
      join.on('version.article_id', '=', id).on(sql`version.id::text`, '=', sql.ref('read.value')),
    )
    .select(['version.version_number', 'version.created_at', 'read.views'])
    .orderBy('version.version_number', (order) => order.desc().nullsLast())
    .execute()
