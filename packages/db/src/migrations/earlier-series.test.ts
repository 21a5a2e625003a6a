import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { writeAudit } from '../audit.ts'
import { connect } from '../client.ts'
import { asOwner, createTestDb } from '../testing.ts'
import { createPublishedArticle, recordViews } from '../views/testing.ts'
import { EARLIER_SERIES } from './earlier-series.ts'
import { migrate } from './migrate.ts'

test('a database of the earlier series is adopted with all its rows', async () => {
  const { db, url, owner_url } = await earlierDatabase(EARLIER_SERIES)
  const { id } = await createPublishedArticle(db, 'The Lamp')
  await recordViews(db, [{ article_id: id, visitor: 1 }])
  await writeAudit(db, { ...line, target: 'user:1' })
  const before = await rowsOf(owner_url)

  const applied = await migrate(owner_url, url)

  expect(applied).toContain('0008_functions')
  expect(applied).toContain('functions/search')
  expect(applied).not.toContain('0001_accounts')
  // Later migrations add tables, and columns that are null.
  expect(await rowsOf(owner_url)).toMatchObject(before)
  const { rows } = await sql<{
    conname: string
  }>`select conname from pg_constraint where conname ~ 'visitor_hash_check'`.execute(db)
  expect(new Set(rows.map(({ conname }) => conname))).toEqual(new Set(['views_visitor_hash_check']))
  expect(await migrate(url)).toEqual([])
  await writeAudit(db, { ...line, target: 'user:2' })
})

test('a database of a part of the earlier series is refused and stays as it is', async () => {
  const { url, owner_url } = await earlierDatabase(EARLIER_SERIES.slice(0, -2))

  await expect(migrate(owner_url, url)).rejects.toThrow(
    'lacks its last migrations (0035_tags_of_working_copies, 0036_visitor_ageing). Start Nightdesk on it once as of commit',
  )

  expect(await listed(owner_url)).toEqual(EARLIER_SERIES.slice(0, -2))
})

const line = { actor_id: null, action: 'login', ip_prefix: null, request_id: null, detail: {} }

/**
 * A database with these migrations of the earlier series, in everything that `migrate` reads. The tables are the same: a
 * comparison of both catalogs, before the earlier files were deleted, found no difference but the names of eight
 * constraints, one of which is restored here, and the table of applied functions.
 */
async function earlierDatabase(names: readonly string[]) {
  const database = await createTestDb()
  onTestFinished(database.close)
  await asOwner(
    database.owner_url,
    sql`drop function record_image_uses, date_last_image_use, refresh_links_of_article, add_person_of_account, rename_person_of_account, account_name, refresh_search_of_article, refresh_search_of_tags cascade`,
    sql`drop table migrated_functions, migrated_levels, version_labels, corrections, proof_notes, image_uses, article_links, link_checks`,
    sql`drop table exports, import_people, import_pictures, import_items, imports cascade`,
    sql`drop index images_sha256_idx`,
    sql`drop table archived_view_files, backups, redirects, missing_addresses, credits, merged_people, people`,
    sql`drop index articles_first_published_idx`,
    sql`create index visitor_days_day_idx on visitor_days using brin (day)`,
    sql`drop table passkeys, totp_secrets, recovery_codes, spent_attempts, second_factor_roles, familiar_devices`,
    sql`alter table sessions drop column user_agent_system, drop column confirmed_at`,
    sql`alter table images drop column removed_at, drop column unused_since`,
    sql`alter table installation drop column signing_key_fingerprint`,
    sql`alter table article_versions drop column poster_alt`,
    sql`alter table working_copies drop column poster_alt`,
    sql`alter table views rename constraint views_visitor_hash_check to views_visitor_hash_check1`,
    sql`delete from kysely_migration`,
    sql`insert into kysely_migration (name, timestamp)
      select name, '2026-11-21T20:00:00.000Z' from unnest(${names}::text[]) name`,
  )
  return database
}

async function listed(owner_url: string): Promise<string[]> {
  const { db, close } = connect(owner_url, { max: 1 })
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  await close()
  return rows.map(({ name }) => name)
}

/** The rows of all tables, without the lists of migrations. */
async function rowsOf(owner_url: string): Promise<Record<string, unknown>> {
  const { db, close } = connect(owner_url, { max: 1 })
  const { rows: tables } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'view_months') and relname !~ '^(kysely|migrated)_'
    order by 1`.execute(db)
  const rows: Record<string, unknown> = {}
  for (const { name } of tables) {
    const found = await sql<{ rows: string }>`
      select jsonb_strip_nulls(jsonb_agg(row order by row::text))::text as rows from ${sql.raw(name)} row`.execute(
      db,
    )
    rows[name] = found.rows[0]?.rows
  }
  await close()
  return rows
}
