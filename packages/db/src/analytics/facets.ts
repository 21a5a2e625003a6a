import type { Facet, FacetAnalytics, Period } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { Db, DbOrTx } from '../client.ts'
import { isSummarising, mostRead, timelineOf } from './overview.ts'
import { compared, inDays, spanOf, type Window } from './period.ts'
import { facetSeries } from './series.ts'

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
      const before = span.previous && (await viewsIn(tx, span.previous, facet, value))
      const counted = sql`
        select article_id, sum(views) as views from view_facets
        where facet = ${facet} and value = ${value} and day between ${first_day} and ${last_day} group by article_id`
      return {
        ...timelineOf(span),
        facet,
        value,
        views: compared(await viewsIn(tx, span.current, facet, value), before),
        series: await facetSeries(tx, span, facet, value),
        pages: await mostRead(tx, counted, viewer),
        is_summarising: await isSummarising(tx),
      }
    })
}

async function viewsIn(db: DbOrTx, { first_day, last_day }: Window, facet: Facet, value: string) {
  const { views } = await db
    .selectFrom('site_facets')
    .where('facet', '=', facet)
    .where('value', '=', value)
    .where('day', '>=', first_day)
    .where('day', '<=', last_day)
    .select(sql<number>`coalesce(sum(views), 0)`.as('views'))
    .executeTakeFirstOrThrow()
  return views
}
