import type { Facet, FacetAnalytics, Period } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { Db } from '../client.ts'
import { isSummarising, mostRead, timelineOf, viewFigures } from './overview.ts'
import { inDays, spanOf } from './period.ts'
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
