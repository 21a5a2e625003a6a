import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from './client.ts'
import { migrate } from './migrate.ts'
import { createDatabase } from './testing.ts'

test('two processes that start at once on an empty database migrate it once', async () => {
  const { url, drop } = await createDatabase()

  const ran = await Promise.all([migrate(url), migrate(url)])

  const { db, close } = connect(url)
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  expect(ran.flat().sort()).toEqual(rows.map(({ name }) => name))
  expect(rows.length).toBeGreaterThan(0)
  await close()
  await drop()
})
