import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { type Connection, connect, type Tx } from './client.ts'
import { CREATE_ROLES, OWNER, RUNTIME } from './embedded/cluster.ts'
import type { EmbeddedUrls } from './embedded/start.ts'
import { EARLIER_SERIES } from './migrations/earlier-series.ts'
import { migrate } from './migrations/migrate.ts'

export * from './views/testing.ts'

const TEMPLATE = 'nightdesk_template'

/** Creates, once per test run, the migrated database that is cloned for every test file. `serverUrl` is a superuser’s. */
export async function createTemplate(serverUrl: string): Promise<void> {
  const unlessThere = (statement: string) =>
    `do $$ begin ${statement}; exception when duplicate_object then null; end $$`
  await onServer(serverUrl, ...CREATE_ROLES.map(unlessThere))
  const password = decodeURIComponent(/^\w+:\/\/[^:@/]*:([^@/]*)@/.exec(serverUrl)?.[1] ?? '')
  for (const role of password ? [OWNER, RUNTIME] : [])
    await onServer(serverUrl, `alter role ${role} password ${pg.escapeLiteral(password)}`)
  await onServer(
    serverUrl,
    `drop database if exists ${TEMPLATE}`,
    `create database ${TEMPLATE} owner ${OWNER}`,
  )
  await migrateTemplate(serverUrl)
}

/** Brings the template, also that of an earlier release, to the newest schema. */
export async function migrateTemplate(serverUrl = testServerUrl()): Promise<void> {
  const { url, owner_url } = urlsOf(serverUrl, TEMPLATE)
  await migrate(owner_url, url)
}

/** Creates a migrated database without rows. */
export const cloneTemplate = (serverUrl = testServerUrl()) => createDatabase(serverUrl, TEMPLATE)

/** `db` and `pool` connect as the runtime role, so that tests may do no more than the programs. */
export interface TestDb extends EmbeddedUrls, Connection, AsyncDisposable {}

/** A migrated database for one test file. Disposing drops it. */
export async function createTestDb(serverUrl = testServerUrl()): Promise<TestDb> {
  const database = await cloneTemplate(serverUrl)
  const connection = connect(database.url)
  const close = async () => {
    await connection.close()
    await database.drop()
  }
  return { ...connection, ...database, close, [Symbol.asyncDispose]: close }
}

/** Runs statements as the owner of the tables. */
export async function asOwner(owner_url: string, ...statements: RawBuilder<unknown>[]): Promise<void> {
  const { db, close } = connect(owner_url, { max: 1 })
  for (const statement of statements) await statement.execute(db)
  await close()
}

/**
 * Makes a database one of 0.1, as its last commits left it or, `withoutLast`, as the commits a day before: the tables are the
 * same but for three columns, as a comparison of both catalogs has shown.
 */
export async function makeEarlier(owner_url: string, { withoutLast = false } = {}): Promise<void> {
  const names = withoutLast
    ? EARLIER_SERIES
    : [...EARLIER_SERIES, '0035_unused_images', '0039_backup_origins']
  await asOwner(
    owner_url,
    sql`delete from migrated_levels`,
    sql`delete from kysely_migration`,
    sql`insert into kysely_migration (name, timestamp)
      select name, '2026-11-24T15:00:00.000Z' from unnest(${names}::text[]) name`,
    // What the migrations since 0.2 have made.
    sql`alter table imports drop column site, drop column notes`,
    sql`drop table import_addresses`,
    sql`drop table api_keys`,
    sql`drop view pictures_outside_texts`,
    sql`drop table site_versions`,
    sql`drop view stories`,
    sql`delete from migrated_functions where file in ('search', 'stories')`,
    sql`alter table articles drop column kind, drop column path, drop column shows_byline`,
    // What they have dropped.
    sql`create table view_rebuilds (id bigint primary key)`,
    sql`grant select on view_rebuilds to ${sql.id(RUNTIME)}`,
    sql`alter table one_time_tokens add column used_at timestamptz`,
  )
  if (withoutLast)
    await asOwner(
      owner_url,
      sql`drop function date_last_image_use cascade`,
      sql`delete from migrated_functions where file = 'uses'`,
      sql`alter table images drop column unused_since`,
      sql`alter table backups drop column level, drop column host`,
    )
}

/** Rows of each table that a part of a transaction reads, by scans and by indexes: what it costs, on any machine. */
export async function rowsRead(tx: Tx, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const read = async () => {
    const { rows } = await sql<{ name: string; rows: number }>`
      select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows
      from pg_stat_xact_user_tables`.execute(tx)
    return new Map(rows.map(({ name, rows }) => [name, rows]))
  }
  const before = await read()
  await work()
  const after = await read()
  return Object.fromEntries([...after].map(([name, rows]) => [name, rows - (before.get(name) ?? 0)]))
}

/** Creates a database, empty or cloned from a template. */
export async function createDatabase(serverUrl = testServerUrl(), template = 'template0') {
  const name = `nightdesk_test_${randomUUID().replaceAll('-', '')}`
  // Otherwise every page of the template goes through the buffers and into the WAL.
  await onServer(serverUrl, `create database ${name} owner ${OWNER} template ${template} strategy file_copy`)
  return {
    ...urlsOf(serverUrl, name),
    drop: () => onServer(serverUrl, `drop database if exists ${name} with (force)`),
  }
}

function testServerUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url)
    throw new Error('TEST_DATABASE_URL is not set: run the tests through vitest from the project root')
  return url
}

const urlsOf = (serverUrl: string, name: string): EmbeddedUrls => ({
  url: asRole(databaseUrl(serverUrl, name), RUNTIME),
  owner_url: asRole(databaseUrl(serverUrl, name), OWNER),
  superuser_url: databaseUrl(serverUrl, name),
})

/** Replaces the role of a connection string. */
const asRole = (url: string, role: string) =>
  url.replace(/^(postgres(?:ql)?:\/\/)(?:[^:@/]*(:[^@/]*)?@)?/, `$1${role}$2@`)

/** Replaces the database of a connection string. `URL` cannot parse one of a socket, which has no host. */
const databaseUrl = (serverUrl: string, name: string) =>
  serverUrl.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${name}`)

async function onServer(serverUrl: string, ...statements: string[]) {
  const { db, close } = connect(databaseUrl(serverUrl, 'postgres'), { max: 1, statementTimeout: 0 })
  for (const statement of statements) await sql.raw(statement).execute(db)
  await close()
}
