import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { asOwner, createTestDb } from '../testing.ts'
import { migrate, readSqlFiles } from './migrate.ts'

const { db, url, owner_url, close } = await createTestDb()
afterAll(close)

const searchable = async () => {
  const { rows } = await sql<{ text: string }>`select searchable('海岸') as text`.execute(db)
  return rows[0]?.text
}

test('a file of functions that changed is applied, with its triggers and grants, and the others are not', async () => {
  await asOwner(
    owner_url,
    sql`create or replace function searchable(value text) returns text language sql immutable as $$ select 'old' $$`,
    sql`drop trigger articles_search on articles`,
    sql`update migrated_functions set hash = sha256('old') where file = 'search'`,
  )
  expect(await searchable()).toBe('old')

  expect(await migrate(owner_url, url)).toEqual(['functions/search'])

  expect(await searchable()).toBe(' 海  岸 ')
  const { rows } = await sql`select tgname from pg_trigger where tgname = 'articles_search'`.execute(db)
  expect(rows).toHaveLength(1)
  expect(await migrate(owner_url, url)).toEqual([])
})

test('every file of functions can be applied again', async () => {
  await asOwner(owner_url, sql`update migrated_functions set hash = sha256('old')`)
  const { rows } = await sql<{ name: string }>`
    select 'functions/' || file as name from migrated_functions order by file`.execute(db)

  expect(await migrate(owner_url, url)).toEqual(rows.map(({ name }) => name))
})

test('numbered files define no function but the one that constraints rest on', async () => {
  const files = await readSqlFiles(new URL('../../../../migrations/', import.meta.url))

  const defined = files.flatMap(({ text }) => [...text.matchAll(/^create (?:or replace )?function (\w+)/gm)])

  expect(new Set(defined.map(([, name]) => name))).toEqual(new Set(['is_answerable']))
})
