import { sql } from 'kysely'
import type { Tx } from '../client.ts'

/** The names of the migrations before the first release, which databases of that time list. */
export const EARLIER_SERIES = [
  '0001_users',
  '0002_articles',
  '0003_analytics',
  '0004_session_numbers',
  '0005_passages',
  '0007_view_ledger',
  '0007_view_recording',
  '0007_view_recount',
  '0008_storage',
  '0009_job_runs',
  '0010_tags_and_search',
  '0011_schedules_and_previews',
  '0012_renditions',
  '0013_worker_clock',
  '0014_image_copies',
  '0015_search_refresh',
  '0016_view_recording',
  '0017_familiar_networks',
  '0020_instants',
  '0023_storage_quarantine',
  '0024_audit_chain',
  '0025_policy_reports',
  '0027_working_copies',
  '0028_schedules',
  '0029_roles',
  '0034_articles_made_once',
  '0035_tags_of_working_copies',
  '0036_visitor_ageing',
]

/** The present migrations with the schema of the whole earlier series. */
export const SAME_SCHEMA = [
  '0001_accounts',
  '0002_files',
  '0003_articles',
  '0004_search',
  '0005_views',
  '0006_jobs',
  '0007_audit',
]

/** A commit with the whole earlier series. */
const LAST_COMMIT = 'bcf390d'

/**
 * Lists the present migrations in a database that the whole earlier series made. The schema is the same but for the names
 * of a few constraints; no row is changed.
 * @throws when the database has only a part of that series
 */
export async function adoptEarlierSeries(tx: Tx): Promise<void> {
  const applied = await appliedMigrations(tx)
  if (!EARLIER_SERIES.some((name) => applied.includes(name))) return
  const missing = EARLIER_SERIES.filter((name) => !applied.includes(name))
  if (missing.length > 0) throw new Error(unfinished(missing))
  await sql`delete from kysely_migration where name = any(${EARLIER_SERIES})`.execute(tx)
  await sql`
    insert into kysely_migration (name, timestamp)
    select name, ${new Date().toISOString()} from unnest(${SAME_SCHEMA}::text[]) name`.execute(tx)
  await renameConstraints(tx)
}

/** Their names date from before a table and a column were renamed. */
async function renameConstraints(tx: Tx): Promise<void> {
  const { rows } = await sql<{ statement: string }>`
    select format('alter table %s rename constraint %I to %I', conrelid::regclass, conname,
      replace(regexp_replace(conname, '1$', ''), 'visitors_visitor_hash', 'visitors_reader_hash')) as statement
    from pg_constraint
    where conrelid = 'views'::regclass and conname ~ '1$' or conname = 'article_visitors_visitor_hash_not_null'`.execute(
    tx,
  )
  for (const { statement } of rows) await sql.raw(statement).execute(tx)
}

/** Empty when the table of migrations does not exist. */
async function appliedMigrations(tx: Tx): Promise<string[]> {
  const { rows: tables } =
    await sql`select from pg_class where oid = to_regclass('kysely_migration')`.execute(tx)
  if (tables.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(tx)
  return rows.map(({ name }) => name)
}

const unfinished = (missing: string[]) =>
  `The database is of a version before the first release, and lacks its last migrations (${missing.join(', ')}). ` +
  `Start Nightdesk on it once as of commit ${LAST_COMMIT}, which adds them, then this version again`
