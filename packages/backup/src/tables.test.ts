import { createTestDb } from '@nightdesk/db/testing'
import { expect, test } from 'vitest'
import { openClient } from './database.ts'
import { LEFT_OUT, listTables } from './tables.ts'

/** Every table of the schema `public` is here or in {@link LEFT_OUT}: whoever adds one decides. */
const BACKED_UP = [
  'aged_view_days',
  'aged_visitors',
  'analytics_summaries',
  'api_keys',
  'archived_view_files',
  'article_links',
  'article_tags',
  'article_versions',
  'article_visitors',
  'articles',
  'audit_chain',
  'audit_checkpoints',
  'audit_log',
  'closed_windows',
  'corrections',
  'credits',
  'dropped_view_months',
  'familiar_devices',
  'familiar_networks',
  'image_uses',
  'image_variants',
  'images',
  'import_addresses',
  'import_items',
  'import_people',
  'import_pictures',
  'imports',
  'installation',
  'link_checks',
  'merged_people',
  'missing_addresses',
  'one_time_tokens',
  'passages',
  'passkeys',
  'people',
  'policy_reports',
  'previews',
  'proof_notes',
  'recovery_codes',
  'redirects',
  'search_documents',
  'search_words',
  'second_factor_roles',
  'site_days',
  'site_facets',
  'site_versions',
  'stored_objects',
  'tags',
  'totp_secrets',
  'uncounted_views',
  'users',
  'version_labels',
  'view_days',
  'view_facets',
  'view_hours',
  'view_totals',
  'views',
  'visitor_days',
  'visitors',
  'working_copies',
]

test('every table is in a backup, or is left out for a reason', async () => {
  await using database = await createTestDb()
  await using client = await openClient(database.url)

  const tables = (await listTables(client)).map(({ name }) => name)

  expect(tables).toEqual(BACKED_UP)
  const { rows } = await client.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname = any($1)`,
    [Object.keys(LEFT_OUT)],
  )
  expect(rows).toHaveLength(Object.keys(LEFT_OUT).length)
})
