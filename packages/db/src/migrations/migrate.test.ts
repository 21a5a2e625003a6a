import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '../client.ts'
import { cloneTemplate, createDatabase } from '../testing.ts'
import { hasReached, MIGRATIONS, migrate, readSqlFiles, schemaLevel } from './migrate.ts'
import { pendingMigrations } from './pending.ts'

test('four processes that start at once on an empty database migrate it once, to the level of this version and no other', async () => {
  const { url, owner_url, drop } = await createDatabase()
  const { db, close } = connect(url)
  const level = await schemaLevel()
  expect(await hasReached(db, level)).toBe(false)

  const ran = await Promise.all([1, 2, 3, 4].map(() => migrate(owner_url, url)))

  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration union all select 'functions/' || file from migrated_functions`.execute(
    db,
  )
  expect(ran.flat().sort()).toEqual(rows.map(({ name }) => name).sort())
  expect(rows.length).toBeGreaterThan(0)
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
  expect(await migrate(owner_url)).toContain('0101_accounts')
  await close()
  await drop()
})

test('a migration lets readers pass while it waits for a table that somebody uses for long', async () => {
  const { owner_url, drop } = await cloneTemplate()
  const { db, close } = connect(owner_url, { statementTimeout: 60_000 })
  await sql`delete from migrated_functions where file = 'people'`.execute(db)
  const waiting = async () => {
    const { rows } =
      await sql`select from pg_locks where relation = 'users'::regclass and not granted`.execute(db)
    return rows.length
  }
  const migration = await db.transaction().execute(async (tx) => {
    await sql`lock table users in access share mode`.execute(tx)
    const migrating = migrate(owner_url)
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
    await expect.poll(waiting, { timeout: 10_000, interval: 20 }).toBe(0)
    await sql`select from users`.execute(db)
    return { migrating }
  })

  expect(await migration.migrating).toEqual(['functions/people'])
  await close()
  await drop()
})

test('a database that a newer version has migrated is neither changed nor called corrupted', async () => {
  const { owner_url, drop } = await cloneTemplate()
  const { db, close } = connect(owner_url)
  await sql`insert into kysely_migration values ('9999_later', '')`.execute(db)

  for (const attempt of [() => migrate(owner_url), () => pendingMigrations(db)])
    await expect(attempt()).rejects.toThrow(/^The database is of a newer Nightdesk: .* It has 9999_later\.$/)

  await close()
  await drop()
})

test('every migration has a number of its own', async () => {
  const numbers = (await readSqlFiles(MIGRATIONS)).map(({ name }) => name.slice(0, 4))

  expect(numbers).toEqual([...new Set(numbers)])
})
