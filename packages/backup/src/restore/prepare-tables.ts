import type { Client } from 'pg'
import type { Manifest } from '../manifest.ts'

/** Empties the tables, adds the months of raw views, and turns triggers off: what they write is in the archive. */
export async function prepareTables(client: Client, { tables, view_months }: Manifest): Promise<string[]> {
  const names = tables.map(({ name }) => client.escapeIdentifier(name))
  // Migrations write a few rows.
  await client.query(`truncate ${names.join(', ')} cascade`)
  for (const month of view_months) await addMonth(client, month)
  const triggered = await withTriggers(client)
  for (const table of triggered) await client.query(`alter table ${table} disable trigger user`)
  return triggered
}

/** @param triggered what {@link prepareTables} returned */
export async function reviveTriggers(client: Client, triggered: string[]): Promise<void> {
  for (const table of triggered) await client.query(`alter table ${table} enable trigger user`)
}

/** @param month as `2026_11` */
async function addMonth(client: Client, month: string): Promise<void> {
  const first_day = `${month.replace('_', '-')}-01`
  const { rows } = await client.query<{ statement: string }>(
    `select format('create table if not exists view_months.%I partition of views for values from (%L) to (%L)',
       $1::text, $2::date, ($2::date + interval '1 month')::date) as statement`,
    [month, first_day],
  )
  for (const { statement } of rows) await client.query(statement)
}

/** A database that was migrated before has triggers already. */
async function withTriggers(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger join pg_class on pg_class.oid = tgrelid
     where relnamespace = 'public'::regnamespace and not tgisinternal`,
  )
  return rows.map(({ name }) => name)
}
