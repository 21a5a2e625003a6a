import { sql } from 'kysely'
import type { Db } from '../client.ts'

/** Months whose partition exists before they begin. */
const AHEAD = 2

/** Creates the partitions of the coming months, and of months whose views are in the default partition. */
export async function prepareViewMonths(db: Db): Promise<void> {
  const { rows } = await sql<{ month: string }>`
    select distinct date_trunc('month', day)::date as month from view_months.other
    union
    select date_trunc('month', now() + make_interval(months => ahead))::date from generate_series(0, ${AHEAD}::int) ahead
    order by month`.execute(db)
  // One transaction per month: views wait for one at most.
  for (const { month } of rows) await sql`select create_view_month(${month})`.execute(db)
}

/** The whole months that have raw views, except the current one and the `months` before it, as `YYYY-MM-01`. */
export async function monthsPastRetention(db: Db, timezone: string, months: number): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select month from (
      select relname, to_date(relname, 'YYYY_MM') as month
      from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'views'::regclass and relname ~ '^\\d{4}_\\d{2}$'
    ) tables
    where month < date_trunc('month', now() at time zone ${timezone}) - make_interval(months => ${months}::int)
    order by month`.execute(db)
  return rows.map(({ month }) => month)
}

/** Whether the visitors of all days of a month have aged, so that nothing in its raw views leads to another day. */
export async function hasAged(db: Db, month: string): Promise<boolean> {
  const young = await db
    .selectFrom('site_days')
    .where('day', '>=', sql<string>`greatest(${month}::date, aged_until())`)
    .where('day', '<', sql<string>`(${month}::date + interval '1 month')::date`)
    .select('day')
    .limit(1)
    .executeTakeFirst()
  return !young
}

/** Drops the raw views of a month. Their counts stay, and can no longer be recounted. */
export async function dropViewMonth(db: Db, month: string): Promise<void> {
  await sql`select drop_view_month(${month})`.execute(db)
}
