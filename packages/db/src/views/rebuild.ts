import { conflict } from '@nightdesk/contracts'
import { type RawBuilder, sql } from 'kysely'
import { type DayRange, inRange } from '../analytics/periods.ts'
import { countRows, type Db, inSnapshot, type Tx } from '../client.ts'

export interface Rebuild extends DayRange {
  /** Number of raw events of those days. */
  views: number
  /** Missing and surplus rows per table. Empty when all counts were right. */
  differences: Differences
}

/**
 * Recounts some days from their raw events and compares the result with the stored counts. Only differences are written,
 * and only then do views wait for the lock.
 * @throws CONFLICT when raw events of those days were dropped
 */
export async function rebuildViews(db: Db, range: DayRange): Promise<Rebuild> {
  await requireEvents(db, range)
  const differences = await inSnapshot(db, (tx) => compareViews(tx, range))
  if (Object.keys(differences).length > 0) await db.transaction().execute((tx) => rewrite(tx, range))
  const views = await countRows(db.selectFrom('views').where(inRange(range)))
  return { ...range, views, differences }
}

/** All days whose raw events exist; null before the first view. */
export async function recountableDays(db: Db): Promise<DayRange | null> {
  const { rows } = await sql<{ first_day: string | null; last_day: string | null }>`
    select min(day) as first_day, max(day) as last_day from site_days
    where day >= (select coalesce(max(month) + interval '1 month', '-infinity') from dropped_view_months)`.execute(
    db,
  )
  const { first_day, last_day } = rows[0]! // min() always has a row
  return first_day && last_day ? { first_day, last_day } : null
}

async function requireEvents(db: Db, { first_day, last_day }: DayRange) {
  const dropped = await db
    .selectFrom('dropped_view_months')
    .where('month', '<=', last_day)
    .where(sql<string>`month + interval '1 month'`, '>', first_day)
    .select('month')
    .executeTakeFirst()
  if (dropped)
    throw conflict(`The views of ${dropped.month.slice(0, 7)} were dropped; its counts stay as they are`)
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
type RecountedTable = keyof typeof COLUMNS

/** Counted from the events of a day alone. The others are counted from events and from these tables. */
const BY_DAY = ['view_days', 'view_hours', 'view_facets', 'site_facets', 'visitor_days'] as const
const RUNNING = ['view_totals', 'site_days'] as const

const columnsOf = (table: RecountedTable) => sql.join(COLUMNS[table].map((column) => sql.ref(column)))
const recountOf = (table: RecountedTable) => sql.id('recount', table)
const everything = sql<boolean>`true`

/** The visitors of these days; for aged days, those around them. */
const visitorsOf = (range: DayRange) => sql`
  select visitor_hash from visitor_days where ${inRange(range)}
  union
  select visitor_hash from aged_visitors
  where first_day <= ${range.last_day} and last_day >= ${range.first_day}`

/** The days whose readers are known: events of earlier days have aged. */
const knownDays = ({ first_day, last_day }: DayRange) =>
  sql`greatest(${first_day}::date, (select aged_until())) and ${last_day}`

/** Number of rows per table. A row with another count is both missing and surplus. */
export type Differences = Record<string, { missing: number; extra: number }>

/**
 * Compares the stored counts of some days with a recount: sums with the raw events, running counts with the sums. Needs a
 * transaction with one snapshot.
 */
export async function compareViews(tx: Tx, range: DayRange): Promise<Differences> {
  const differences: Differences = {}
  const compare = async (table: string, stored: RawBuilder<unknown>, recounted: RawBuilder<unknown>) => {
    const { rows } = await sql<{ missing: number; extra: number }>`
      select (select count(*) from (${recounted} except all ${stored}) missing) as missing,
        (select count(*) from (${stored} except all ${recounted}) extra) as extra`.execute(tx)
    const { missing, extra } = rows[0]! // a select without from has one row
    if (missing + extra > 0) differences[table] = { missing, extra }
  }
  const compareRows = (table: RecountedTable, condition: RawBuilder<boolean>) =>
    compare(
      table,
      sql`select ${columnsOf(table)} from ${sql.table(table)} where ${condition}`,
      sql`select ${columnsOf(table)} from ${recountOf(table)} where ${condition}`,
    )
  for (const table of BY_DAY) await compareRows(table, inRange(range))
  await compare('article_visitors', ...firstReaders(range))
  await compareRows('visitors', sql`visitor_hash in (${visitorsOf(range)})`)
  for (const table of RUNNING) await compareRows(table, everything)
  return differences
}

/** The readers who opened an article on these days for the first time: events of earlier days may have been dropped. */
const firstReaders = (range: DayRange): [stored: RawBuilder<unknown>, recounted: RawBuilder<unknown>] => [
  sql`
    select article_id, reader_hash, first_day from article_visitors where first_day between ${knownDays(range)}`,
  sql`
    select article_id, reader_hash, min(day) from views
    where day between ${knownDays(range)} and not exists (
      select from article_visitors earlier
      where earlier.article_id = views.article_id and earlier.reader_hash = views.reader_hash
        and earlier.first_day < greatest(${range.first_day}::date, (select aged_until()))
    )
    group by article_id, reader_hash`,
]

/** In the order of computation: each from the events, or from the tables before it. */
async function rewrite(tx: Tx, range: DayRange) {
  await sql`select lock_ageing(), lock_views()`.execute(tx)
  await sql`
    create temporary table touched_visitors on commit drop as
    ${visitorsOf(range)} union select visitor_hash from views where ${inRange(range)}`.execute(tx)
  for (const table of BY_DAY) await replace(tx, table, inRange(range))
  await rewriteArticleVisitors(tx, range)
  await replace(tx, 'visitors', sql`visitor_hash in (select visitor_hash from touched_visitors)`)
  for (const table of RUNNING) await replace(tx, table, everything)
  await tx
    .deleteFrom('closed_windows')
    .where('first_day', '<=', range.last_day)
    .where('last_day', '>=', range.first_day)
    .execute()
}

async function replace(tx: Tx, table: RecountedTable, condition: RawBuilder<boolean>) {
  await sql`delete from ${sql.table(table)} where ${condition}`.execute(tx)
  await sql`
    insert into ${sql.table(table)} (${columnsOf(table)})
    select ${columnsOf(table)} from ${recountOf(table)} where ${condition}`.execute(tx)
}

/** Visitors who first opened an article on one of these days or, according to the recount, later. */
async function rewriteArticleVisitors(tx: Tx, range: DayRange) {
  await sql`
    with gone as (
      delete from article_visitors stored
      where first_day between ${knownDays(range)} and not exists (
        select from views where day between ${knownDays(range)}
          and views.article_id = stored.article_id and views.reader_hash = stored.reader_hash
      )
      returning article_id, reader_hash
    )
    insert into article_visitors (article_id, reader_hash, first_day)
    select article_id, reader_hash, min(day) from views join gone using (article_id, reader_hash)
    where day > ${range.last_day} group by article_id, reader_hash`.execute(tx)
  await sql`
    insert into article_visitors (article_id, reader_hash, first_day)
    select article_id, reader_hash, min(day) from views
    where day between ${knownDays(range)} group by article_id, reader_hash
    on conflict (article_id, reader_hash) do update set first_day = excluded.first_day
      where article_visitors.first_day > excluded.first_day`.execute(tx)
}
