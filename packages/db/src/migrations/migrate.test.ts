import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '../client.ts'
import { createDatabase } from '../testing.ts'
import { hasReached, schemaLevel } from './level.ts'
import { migrate } from './migrate.ts'

test('two processes that start at once on an empty database migrate it once', async () => {
  const { url, owner_url, drop } = await createDatabase()

  const ran = await Promise.all([migrate(owner_url, url), migrate(owner_url, url)])

  const { db, close } = connect(url)
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration union all select 'functions/' || file from migrated_functions`.execute(
    db,
  )
  expect(ran.flat().sort()).toEqual(rows.map(({ name }) => name).sort())
  expect(rows.length).toBeGreaterThan(0)
  await close()
  await drop()
})

test('a database has reached the level of this version when the migration is complete, and no other', async () => {
  const { url, owner_url, drop } = await createDatabase()
  const { db, close } = connect(url)
  const level = await schemaLevel()
  expect(await hasReached(db, level)).toBe(false)

  await migrate(owner_url, url)

  expect([await hasReached(db, level), await hasReached(db, Buffer.alloc(32))]).toEqual([true, false])
  await close()
  await drop()
})

test('where pg_trgm may not be created, migration says what to ask for, and runs whole once it is there', async () => {
  const { owner_url, superuser_url, drop } = await createDatabase()
  const { db, close } = connect(superuser_url)
  await sql`
    create function forbid() returns event_trigger language plpgsql as $$
    begin
      raise insufficient_privilege using message = 'extensions are not allowed';
    end
    $$`.execute(db)
  await sql`
    create event trigger no_extensions on ddl_command_start when tag in ('CREATE EXTENSION')
    execute function forbid()`.execute(db)

  const refusal = await migrate(owner_url).catch((error: Error) => String(error.cause))

  expect(refusal).toContain('needs the Postgres extension pg_trgm, which cannot be created here: extensions')
  expect(refusal).toContain('execute "create extension pg_trgm" in this database, then start Nightdesk again')
  await sql`drop event trigger no_extensions`.execute(db)
  await sql`create extension pg_trgm`.execute(db)
  expect(await migrate(owner_url)).toContain('0001_accounts')
  await close()
  await drop()
})
