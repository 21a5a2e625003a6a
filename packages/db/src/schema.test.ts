import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDb } from './testing.ts'

const SCHEMA = new URL('./schema.ts', import.meta.url)

const { db, close } = await createTestDb()
afterAll(close)

test('the hand-written types name exactly the columns of the migrated database, and their nullability', async () => {
  const source = await readFile(SCHEMA, 'utf8')

  const actual = await columnsOfDatabase()

  expect(columnsOfTypes(source)).toEqual(actual)
})

async function columnsOfDatabase() {
  const { rows } = await sql<{ line: string }>`
    select table_name || '.' || column_name || case is_nullable when 'YES' then '?' else '' end as line
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely_%'
    order by 1`.execute(db)
  return rows.map(({ line }) => line).sort()
}

/** Parses the types as text, since TypeScript 7 has no API for types. */
function columnsOfTypes(source: string) {
  const tables = source.matchAll(/^ {2}(\w+): \{\n(.*?)^ {2}\}$/gms)
  return [...tables]
    .flatMap(([, table, body]) =>
      [...body!.matchAll(/^ {4}(\w+): (.*)$/gm)].map(
        ([, column, type]) => `${table}.${column}${type!.endsWith('| null') ? '?' : ''}`,
      ),
    )
    .sort()
}
