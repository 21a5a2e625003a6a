import { conflict } from '@nightdesk/contracts'
import { type RawBuilder, sql } from 'kysely'
import type { Window } from '../analytics/periods.ts'
import type { Db, Tx } from '../client.ts'

export interface Rebuild extends Window {
  /** Number of raw events of those days. */
  views: number
  /** Missing and surplus rows per table. Empty when all counts were right. */
  differences: Differences
}

/**
 * Recounts some days from their raw events and compares the result with the stored counts. Only differences are written,
 * and only then do views wait for the lock. The result is stored.
 * @throws CONFLICT when raw events of those days were dropped
 */
export async function rebuildViews(db: Db, window: Window): Promise<Rebuild> {
  await requireEvents(db, window)
  const differences = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => compareViews(tx, window))
  if (Object.keys(differences).length > 0) await db.transaction().execute((tx) => rewrite(tx, window))
  const rebuild = { ...window, views: await countEvents(db, window), differences }
  await db
    .insertInto('view_rebuilds')
    .values({ ...rebuild, differences: JSON.stringify(differences) })
    .execute()
  return rebuild
}

/** All days whose raw events exist; null before the first view. */
export async function recountableDays(db: Db): Promise<Window | null> {
  const { rows } = await sql<{ first_day: string | null; last_day: string | null }>`
    select min(day) as first_day, max(day) as last_day from site_days
    where day >= (select coalesce(max(month) + interval '1 month', '-infinity') from dropped_view_months)`.execute(
    db,
  )
  const { first_day, last_day } = rows[0]! // min() always has a row
  return first_day && last_day ? { first_day, last_day } : null
}

async function requireEvents(db: Db, { first_day, last_day }: Window) {
  const dropped = await db
    .selectFrom('dropped_view_months')
    .where('month', '<=', last_day)
    .where(sql<string>`month + interval '1 month'`, '>', first_day)
    .select('month')
    .executeTakeFirst()
  if (dropped)
    throw conflict(`The views of ${dropped.month.slice(0, 7)} were dropped; its counts stay as they are`)
}

async function countEvents(db: Db, { first_day, last_day }: Window): Promise<number> {
  const { count } = await db
    .selectFrom('views')
    .where('day', '>=', first_day)
    .where('day', '<=', last_day)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** In the order of computation: each from the events, or from the tables before it. */
async function rewrite(tx: Tx, window: Window) {
  const days = inDays(window)
  await sql`select lock_ageing(), lock_views()`.execute(tx)
  await sql`
    create temporary table touched_visitors on commit drop as
    ${visitorsOf(window)} union select visitor_hash from views where ${days}`.execute(tx)
  for (const table of ['view_days', 'view_hours', 'view_facets', 'visitor_days', 'site_facets'] as const)
    await replace(tx, table, days)
  await rewriteArticleVisitors(tx, window)
  await replace(tx, 'visitors', sql`visitor_hash in (select visitor_hash from touched_visitors)`)
  for (const table of ['view_totals', 'site_days'] as const) await replace(tx, table, sql`true`)
  await tx
    .deleteFrom('closed_windows')
    .where('first_day', '<=', window.last_day)
    .where('last_day', '>=', window.first_day)
    .execute()
}

async function replace(tx: Tx, table: RecountedTable, condition: RawBuilder<unknown>) {
  await sql`delete from ${sql.table(table)} where ${condition}`.execute(tx)
  await sql`
    insert into ${sql.table(table)} (${columnsOf(table)})
    select ${columnsOf(table)} from ${recountOf(table)} where ${condition}`.execute(tx)
}

/** Visitors who first opened an article on one of these days or, according to the recount, later. */
async function rewriteArticleVisitors(tx: Tx, window: Window) {
  const days = sql`${firstKnownDay(window)} and ${window.last_day}`
  await sql`
    with gone as (
      delete from article_visitors kept
      where first_day between ${days} and not exists (
        select from views where day between ${days}
          and views.article_id = kept.article_id and views.reader_hash = kept.reader_hash
      )
      returning article_id, reader_hash
    )
    insert into article_visitors (article_id, reader_hash, first_day)
    select article_id, reader_hash, min(day) from views join gone using (article_id, reader_hash)
    where day > ${window.last_day} group by article_id, reader_hash`.execute(tx)
  await sql`
    insert into article_visitors (article_id, reader_hash, first_day)
    select article_id, reader_hash, min(day) from views
    where day between ${days} group by article_id, reader_hash
    on conflict (article_id, reader_hash) do update set first_day = excluded.first_day
      where article_visitors.first_day > excluded.first_day`.execute(tx)
}

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
