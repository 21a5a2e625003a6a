import { type RawBuilder, sql } from 'kysely'
import type { Window } from '../analytics/period.ts'
import type { Tx } from '../client.ts'

/** The tables that are recounted. For each, the schema `recount` has a view of the same name and columns. */
const COLUMNS = {
  view_days: ['article_id', 'day', 'views', 'staff_views'],
  view_hours: ['day', 'hour', 'views'],
  view_facets: ['day', 'article_id', 'facet', 'value', 'views'],
  site_facets: ['day', 'facet', 'value', 'views'],
  visitor_days: ['visitor_hash', 'day'],
  visitors: ['visitor_hash', 'first_day', 'last_day', 'days'],
  view_totals: ['article_id', 'views', 'unique_views'],
  site_days: [
    'day',
    'views',
    'staff_views',
    'visitors',
    'first_visitors',
    'last_visitors',
    'last_return_visitors',
  ],
} as const
export type RecountedTable = keyof typeof COLUMNS

export const columnsOf = (table: RecountedTable) => sql.join(COLUMNS[table].map((column) => sql.ref(column)))
export const recountOf = (table: RecountedTable) => sql.id('recount', table)
export const inDays = ({ first_day, last_day }: Window) => sql`day between ${first_day} and ${last_day}`

/** Number of rows per table. A row with another count is both missing and surplus. */
export type Differences = Record<string, { missing: number; extra: number }>

/**
 * Compares the stored counts of some days with a recount: sums with the raw events, running counts with the sums. Needs a
 * transaction with one snapshot.
 */
export async function compareViews(tx: Tx, window: Window): Promise<Differences> {
  const differences: Differences = {}
  for (const { table, kept, recounted } of comparisons(window)) {
    const { rows } = await sql<{ missing: number; extra: number }>`
      select (select count(*) from (${recounted} except all ${kept}) missing) as missing,
        (select count(*) from (${kept} except all ${recounted}) extra) as extra`.execute(tx)
    const { missing, extra } = rows[0]! // a select without from has one row
    if (missing + extra > 0) differences[table] = { missing, extra }
  }
  return differences
}

interface Comparison {
  table: string
  kept: RawBuilder<unknown>
  recounted: RawBuilder<unknown>
}

function comparisons(window: Window): Comparison[] {
  const days = inDays(window)
  const seen = sql`visitor_hash in (${visitorsOf(window)})`
  const everything = sql`true`
  return [
    compare('view_days', days),
    compare('view_hours', days),
    compare('view_facets', days),
    compare('site_facets', days),
    compare('visitor_days', days),
    compareArticleVisitors(window),
    compare('visitors', seen),
    compare('view_totals', everything),
    compare('site_days', everything),
  ]
}

const compare = (table: RecountedTable, condition: RawBuilder<unknown>): Comparison => ({
  table,
  kept: sql`select ${columnsOf(table)} from ${sql.table(table)} where ${condition}`,
  recounted: sql`select ${columnsOf(table)} from ${recountOf(table)} where ${condition}`,
})

/** The visitors of these days; for aged days, those around them. */
export const visitorsOf = (window: Window) => sql`
  select visitor_hash from visitor_days where ${inDays(window)}
  union
  select visitor_hash from aged_visitors
  where first_day <= ${window.last_day} and last_day >= ${window.first_day}`

/** The first day whose readers are known: events of earlier days have aged. */
export const firstKnownDay = ({ first_day }: Window) =>
  sql`greatest(${first_day}::date, (select aged_until()))`

/** The readers who opened an article on these days for the first time: events of earlier days may have been dropped. */
const compareArticleVisitors = (window: Window): Comparison => ({
  table: 'article_visitors',
  kept: sql`
    select article_id, reader_hash, first_day from article_visitors
    where first_day between ${firstKnownDay(window)} and ${window.last_day}`,
  recounted: sql`
    select article_id, reader_hash, min(day) from views
    where day between ${firstKnownDay(window)} and ${window.last_day} and not exists (
      select from article_visitors earlier
      where earlier.article_id = views.article_id and earlier.reader_hash = views.reader_hash
        and earlier.first_day < ${firstKnownDay(window)}
    )
    group by article_id, reader_hash`,
})
