import type { Client } from 'pg'

export interface Use {
  /** The last numbered migration; null without our tables. */
  level: string | null
  hasRows: boolean
  /** Whether a server listens. */
  isRunning: boolean
}

/** Tables that have rows as soon as somebody uses a site. */
const USED = ['users', 'articles', 'images', 'audit_log', 'views']

/** Who uses a database. */
export async function findUse(client: Client): Promise<Use> {
  const { rows: sessions } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name like 'listener of %' limit 1`,
  )
  const isRunning = sessions.length > 0
  const { rows: found } = await client.query(
    `select from pg_class where oid in (to_regclass('public.kysely_migration'), to_regclass('public.views')) having count(*) = 2`,
  )
  if (found.length === 0) return { level: null, hasRows: false, isRunning }
  const { rows } = await client.query<{ level: string; has_rows: boolean }>(
    `select (select max(name) from kysely_migration) as level,
       ${USED.map((table) => `exists (select from ${table})`).join(' or ')} as has_rows`,
  )
  const { level, has_rows } = rows[0]! // a select without from has one row
  return { level, hasRows: has_rows, isRunning }
}
