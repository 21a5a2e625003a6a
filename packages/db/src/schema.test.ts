import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDb } from './testing.ts'

const SCHEMA = new URL('./schema/', import.meta.url)

const { db, close } = await createTestDb()
afterAll(close)

test('the hand-written types name exactly the columns of the migrated database, and their nullability', async () => {
  const files = ['./schema.ts', ...(await readdir(SCHEMA)).map((name) => `./schema/${name}`)]
  const sources = await Promise.all(files.map((file) => readFile(new URL(file, import.meta.url), 'utf8')))

  const actual = await columnsOfDatabase()

  expect(columnsOfTypes(sources.join('\n'))).toEqual(actual)
})

async function columnsOfDatabase() {
  const { rows } = await sql<{ line: string }>`
    select table_name || '.' || column_name || case is_nullable when 'YES' then '?' else '' end as line
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely_%'
    order by 1`.execute(db)
  return rows.map(({ line }) => line).sort()
}

/** Parses the types as text, since TypeScript 7 has no API for types. */
function columnsOfTypes(source: string) {
  const tables = new Map(
    [...source.matchAll(/^ {2}(\w+): (\w+Table)$/gm)].map(([, table, type]) => [type, table]),
  )
  const interfaces = source.matchAll(/export interface (\w+Table) \{([^}]*)\}/g)
  return [...interfaces]
    .flatMap(([, type, body]) =>
      [...body!.matchAll(/^ {2}(\w+): (.*)$/gm)].map(
        ([, column, columnType]) =>
          `${tables.get(type!)}.${column}${columnType!.endsWith('| null') ? '?' : ''}`,
      ),
    )
    .sort()
}
