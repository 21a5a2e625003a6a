import { sql } from 'kysely'
import { type DbOrTx, hasTable, type Tx } from '../client.ts'

// The migrations of 0.1 were written anew for 0.2, as fewer files that make the same tables. Goes with 0.3.

/** The migrations that every database of 0.1 lists. */
export const EARLIER_SERIES = [
  '0001_accounts',
  '0002_files',
  '0003_articles',
  '0004_search',
  '0005_views',
  '0006_jobs',
  '0007_audit',
  '0008_functions',
  '0009_version_labels',
  '0010_corrections',
  '0012_proof_notes',
  '0013_poster_alt',
  '0014_uses',
  '0015_levels',
  '0016_notes_without_link',
  '0017_poster_descriptions',
  '0018_second_factors',
  '0019_view_archive',
  '0020_visitor_days_by_day',
  '0021_neighbours',
  '0022_backups',
  '0023_redirects',
  '0024_people',
  '0025_backup_secrets',
  '0026_search_by_people',
  '0027_imports',
  '0028_import_people',
  '0029_import_credits',
  '0030_exports',
  '0031_import_wayback',
  '0032_export_choices',
  '0033_export_ebooks',
]

/** Those that only its last days added, with what they do. */
const LAST_OF_SERIES: Record<string, string> = {
  '0035_unused_images':
    'alter table images add column unused_since timestamptz not null default now() check (is_answerable(unused_since));',
  '0039_backup_origins': 'alter table backups add column level text, add column host text;',
}

/** The migrations of 0.2 that make the tables of that series. */
export const SAME_SCHEMA = [
  '0101_accounts',
  '0102_files',
  '0103_articles',
  '0104_search',
  '0105_views',
  '0106_work',
  '0107_audit',
  '0108_imports',
]

/** A commit with the whole series. */
const LAST_COMMIT = '98a7dbde'

/**
 * What a database of 0.1 needs to be one of this version; null for any other database.
 * @throws when it is of a version before 0.1, or lacks migrations of it
 */
export async function findAdoption(db: DbOrTx): Promise<{ name: string; text: string } | null> {
  const applied = await appliedMigrations(db)
  if (!applied.some((name) => name < '01')) return null
  const missing = EARLIER_SERIES.filter((name) => !applied.includes(name))
  if (missing.length > 0) throw new Error(unfinished(missing))
  const last = Object.entries(LAST_OF_SERIES).filter(([name]) => !applied.includes(name))
  return { name: 'series_of_0.2', text: last.map(([, text]) => text).join('\n') }
}

/** Makes a database of 0.1 one of this version, with all its rows. @returns the name of that step if there was something to do */
export async function adoptEarlierSeries(tx: Tx): Promise<string[]> {
  const adoption = await findAdoption(tx)
  if (!adoption) return []
  await sql.raw(adoption.text).execute(tx)
  await sql`delete from kysely_migration where name < '01'`.execute(tx)
  await sql`
    insert into kysely_migration (name, timestamp)
    select name, ${new Date().toISOString()} from unnest(${SAME_SCHEMA}::text[]) name`.execute(tx)
  return [adoption.name]
}

/** The numbered migration of this version that makes the tables of a backup of any version since 0.1. */
export const sameLevel = (level: string): string =>
  level === EARLIER_SERIES.at(-1) || Object.hasOwn(LAST_OF_SERIES, level)
    ? SAME_SCHEMA.at(-1)! // it has eight
    : level

/** Empty when the table of migrations does not exist. */
export async function appliedMigrations(db: DbOrTx): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

const unfinished = (missing: string[]) =>
  `The database is of a version before 0.1, and lacks its last migrations (${missing.join(', ')}). ` +
  `Start Nightdesk on it once as of commit ${LAST_COMMIT}, which adds them, then this version again`
