import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { writeAudit } from '../audit.ts'
import { connect } from '../client.ts'
import { asOwner, createPublishedArticle, createTestDb, makeEarlier, recordViews } from '../testing.ts'
import { SAME_SCHEMA } from './earlier-series.ts'
import { migrate } from './migrate.ts'

const SINCE = [
  '0109_import_details',
  '0110_keys',
  '0111_site',
  '0112_pages',
  '0113_import_addresses',
  '0114_unused',
  '0115_old_dates',
  '0116_search_words',
  '0117_search_slashes',
]
const line = { actor_id: null, action: 'login', ip_prefix: null, request_id: null, detail: {} }

async function earlierDatabase(options?: Parameters<typeof makeEarlier>[1]) {
  const database = await createTestDb()
  onTestFinished(database.close)
  // The functions of this version need its tables.
  const { id } = await createPublishedArticle(database.db, 'The Lamp')
  await recordViews(database.db, [{ article_id: id, visitor: 1 }])
  await writeAudit(database.db, { ...line, target: 'user:1' })
  await makeEarlier(database.owner_url, options)
  return database
}

test.each([
  [{ withoutLast: false }, ['series_of_0.2', ...SINCE, 'functions/search', 'functions/stories']],
  [
    { withoutLast: true },
    ['series_of_0.2', ...SINCE, 'functions/search', 'functions/stories', 'functions/uses'],
  ],
])('a database of 0.1, %j, is adopted with all its rows', async (options, steps) => {
  const { db, url, owner_url } = await earlierDatabase(options)
  const before = await rowsOf(owner_url)

  const applied = await migrate(owner_url, url)

  expect(applied).toEqual(steps)
  expect(await listed(owner_url)).toEqual([...SAME_SCHEMA, ...SINCE])
  expect(await rowsOf(owner_url)).toEqual(before)
  expect(await migrate(url)).toEqual([])
  await writeAudit(db, { ...line, target: 'user:2' })
})

test('a database of before 0.1 is refused and stays as it is', async () => {
  const { url, owner_url } = await earlierDatabase()
  await asOwner(
    owner_url,
    sql`delete from kysely_migration where name in ('0032_export_choices', '0033_export_ebooks')`,
  )
  const before = await listed(owner_url)

  await expect(migrate(owner_url, url)).rejects.toThrow(
    'lacks its last migrations (0032_export_choices, 0033_export_ebooks). Start Nightdesk on it once as of commit',
  )

  expect(await listed(owner_url)).toEqual(before)
})

test('an upgrade from 0.1 that stops in a migration has changed nothing', async () => {
  const { url, owner_url } = await earlierDatabase()
  await asOwner(owner_url, sql`drop table view_rebuilds`)
  const before = await listed(owner_url)

  await expect(migrate(owner_url, url)).rejects.toMatchObject({
    cause: { message: 'table "view_rebuilds" does not exist' },
  })

  expect(await listed(owner_url)).toEqual(before)
})

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
    where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'view_months') and relname !~ '^(kysely_|migrated_|api_keys$|import_addresses$|site_versions$|view_rebuilds$)'
    order by 1`.execute(db)
  const rows: Record<string, unknown> = {}
  for (const { name } of tables) {
    // Columns that are not in 0.1 and have a default.
    const later = name === 'articles' ? ['kind', 'shows_byline'] : []
    const found = await sql<{ rows: string }>`
      select jsonb_strip_nulls(jsonb_agg(to_jsonb(row) - ${later}::text[] order by row::text))::text as rows
      from ${sql.raw(name)} row`.execute(db)
    rows[name] = found.rows[0]?.rows
  }
  await close()
  return rows
}
