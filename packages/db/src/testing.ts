import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { type Connection, connect } from './client.ts'
import { CREATE_ROLES, OWNER, RUNTIME } from './embedded/roles.ts'
import type { EmbeddedUrls } from './embedded/start-embedded.ts'
import { migrate } from './migrations/migrate.ts'

export * from './views/testing.ts'

const TEMPLATE = 'nightdesk_template'

/** Run once per test run: a migrated database that every test file is cloned from. `serverUrl` is a superuser’s. */
export async function createTemplate(serverUrl: string): Promise<void> {
  await onServer(serverUrl, CREATE_ROLES)
  const password = decodeURIComponent(/^\w+:\/\/[^:@/]*:([^@/]*)@/.exec(serverUrl)?.[1] ?? '')
  for (const role of password ? [OWNER, RUNTIME] : [])
    await onServer(serverUrl, `alter role ${role} password ${pg.escapeLiteral(password)}`)
  await onServer(
    serverUrl,
    `drop database if exists ${TEMPLATE}`,
    `create database ${TEMPLATE} owner ${OWNER}`,
  )
  const { url, owner_url } = urlsOf(serverUrl, TEMPLATE)
  await migrate(owner_url, url)
}

/** A database of its own: migrated, and empty. */
export const cloneTemplate = (serverUrl = testServerUrl()) => createDatabase(serverUrl, TEMPLATE)

/** `db` and `pool` are those of the role that runs: what the programs may not do, tests cannot. */
export interface TestDb extends EmbeddedUrls, Connection, AsyncDisposable {}

/** A private, migrated database for one test file; dropped when disposed. */
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

/** A database of its own: empty, or cloned from a template. */
export async function createDatabase(serverUrl = testServerUrl(), template = 'template0') {
  const name = `nightdesk_test_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, `create database ${name} owner ${OWNER} template ${template}`)
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

/** The same database and password, another role. */
const asRole = (url: string, role: string) =>
  url.replace(/^(postgres(?:ql)?:\/\/)(?:[^:@/]*(:[^@/]*)?@)?/, `$1${role}$2@`)

/** The same server, another database. A socket URL has no host, which URL cannot parse. */
const databaseUrl = (serverUrl: string, name: string) =>
  serverUrl.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${name}`)

async function onServer(serverUrl: string, ...statements: string[]) {
  const { db, close } = connect(databaseUrl(serverUrl, 'postgres'), { max: 1, statementTimeout: 0 })
  for (const statement of statements) await sql.raw(statement).execute(db)
  await close()
}
