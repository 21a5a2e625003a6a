import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { purgeAudit, verifyAudit, writeAudit } from '../audit.ts'
import { connect } from '../client.ts'
import { asOwner, createDatabase, createTestDb } from '../testing.ts'
import { migrate } from './migrate.ts'
import { mayChangeAuditLog } from './runtime-role.ts'

const { db, url, owner_url, superuser_url, close } = await createTestDb()
afterAll(close)

const line = { actor_id: null, ip_prefix: null, request_id: null, detail: {} }
const write = () => writeAudit(db, { ...line, action: 'login', target: 'user:1' })

test('the runtime role is no superuser, owns nothing and may create no table, role or database', async () => {
  const { rows } = await sql`
    select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as is_special,
      exists (select from pg_class where relowner = current_user::regrole) as owns,
      exists (select from pg_auth_members where member = current_user::regrole) as is_member,
      exists (select from pg_namespace where has_schema_privilege(oid, 'create') and nspname !~ '^pg_') as creates
    from pg_roles where rolname = current_user`.execute(db)

  expect(rows).toEqual([{ is_special: false, owns: false, is_member: false, creates: false }])
})

test.each([
  'update audit_log set target = null',
  'delete from audit_log',
  'truncate audit_log',
  'alter table audit_log disable trigger audit_log_chained',
  'alter table audit_log add column more text',
  'drop table audit_log',
  'drop trigger audit_log_chained on audit_log',
  'create trigger silent before insert on audit_log for each row execute function suppress_redundant_updates_trigger()',
  'create rule silent as on insert to audit_log do instead nothing',
  'create or replace function chain_audit_line() returns trigger language plpgsql as $$ begin return null; end $$',
  `insert into audit_log (at, action, target) values (now() - interval '1 year', 'login', 'user:1')`,
  `insert into audit_log (id, action, target) overriding system value values (0, 'login', 'user:1')`,
  `insert into audit_chain (number, line_id, hash) values (0, 0, '')`,
  'update audit_chain set hash = null',
  'delete from audit_chain',
  'truncate audit_chain, audit_checkpoints',
  `insert into audit_checkpoints (number, hash, deleted_lines) values (9, '', 9)`,
  'delete from audit_checkpoints',
  'set session_replication_role = replica',
  'set role nightdesk_owner',
  'delete from kysely_migration',
  'update migrated_functions set hash = null',
  'delete from migrated_levels',
])('the runtime role is refused: %s', async (statement) => {
  await write()

  await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '42501' })

  expect((await verifyAudit(db)).problem).toBeNull()
})

test('the runtime role adds lines, which are chained, and has old ones deleted', async () => {
  const before = (await verifyAudit(db)).lines
  await asOwner(
    owner_url,
    sql`insert into audit_log (at, action, target) values (now() - interval '1 year', 'login', 'user:1')`,
  )
  await db.transaction().execute(async (tx) => {
    await writeAudit(tx, { ...line, action: 'login', target: 'user:1' })
    await writeAudit(tx, { ...line, action: 'login', target: 'user:2' })
  })

  expect(await verifyAudit(db)).toMatchObject({ lines: before + 3, problem: null })
  // The old line is not the first of the chain, so it stays.
  expect(await purgeAudit(db, 3)).toBe(0)
  await expect(purgeAudit(db, 1)).rejects.toThrow('three months')
})

test('only a role that owns the log, or was granted it, may change it', async () => {
  expect(await mayChangeAuditLog(db)).toBe(false)
  for (const other of [owner_url, superuser_url]) {
    await using connection = openedAt(other)
    expect(await mayChangeAuditLog(connection.db)).toBe(true)
  }

  for (const privilege of ['delete', 'update (target)']) {
    await asOwner(owner_url, sql`grant ${sql.raw(privilege)} on audit_log to nightdesk_runtime`)
    expect(await mayChangeAuditLog(db)).toBe(true)

    await migrate(owner_url, url)
    expect(await mayChangeAuditLog(db)).toBe(false)
    await write()
  }
})

test('new tables are granted, right privileges are left as they are, and two processes may grant at once', async () => {
  const grants = () =>
    sql`select oid, xmin, relacl from pg_class where relacl is not null order by oid`.execute(db)
  await asOwner(
    owner_url,
    sql`create table later (id serial, text text)`,
    sql`create view recount.later as table later`,
  )
  await expect(sql`table later`.execute(db)).rejects.toMatchObject({ code: '42501' })

  await Promise.all([migrate(owner_url, url), migrate(owner_url, url)])

  await sql`insert into later (text) values ('a')`.execute(db)
  expect((await sql`select * from recount.later`.execute(db)).rows).toEqual([{ id: 1, text: 'a' }])
  const before = await grants()
  await migrate(owner_url, url)
  expect((await grants()).rows).toEqual(before.rows)
  await asOwner(owner_url, sql`drop table later cascade`)
})

test('with one address, one role owns the tables and runs the programs', async () => {
  const { owner_url, drop } = await createDatabase()
  await migrate(owner_url)
  {
    await using one = openedAt(owner_url)
    await writeAudit(one.db, { ...line, action: 'login', target: 'user:1' })
    expect(await verifyAudit(one.db)).toMatchObject({ lines: 1, problem: null })
  }
  await drop()
})

test('the runtime role starts where nothing has to be migrated, and else says which role is needed', async () => {
  expect(await migrate(url)).toEqual([])

  const { url: empty, drop } = await createDatabase()
  await expect(migrate(empty)).rejects.toThrow('which this role may not do. Set MIGRATION_DATABASE_URL')
  await drop()
})

test('a role that does not own the tables cannot grant them, and says whose they are', async () => {
  await expect(migrate(superuser_url, url)).rejects.toThrow(
    'The tables belong to the role nightdesk_owner: MIGRATION_DATABASE_URL has to connect as that one',
  )
})

function openedAt(address: string) {
  const { db, close } = connect(address, { max: 1 })
  return { db, [Symbol.asyncDispose]: close }
}
