import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Connection, connect } from './client.ts'
import { migrate } from './migrate.ts'

export * from './view-testing.ts'

const TEMPLATE = 'nightdesk_template'

/** Run once per test run: a migrated database that every test file is cloned from. */
export async function createTemplate(serverUrl: string): Promise<void> {
  await onServer(serverUrl, `drop database if exists ${TEMPLATE}`, `create database ${TEMPLATE}`)
  await migrate(databaseUrl(serverUrl, TEMPLATE))
}

/** A database of its own: migrated, and empty. */
export const cloneTemplate = (serverUrl = testServerUrl()) => createDatabase(serverUrl, TEMPLATE)

export interface TestDb extends Connection, AsyncDisposable {
  url: string
}

/** A private, migrated database for one test file; dropped when disposed. */
export async function createTestDb(serverUrl = testServerUrl()): Promise<TestDb> {
  const database = await cloneTemplate(serverUrl)
  const connection = connect(database.url)
  const close = async () => {
    await connection.close()
    await database.drop()
  }
  return { ...connection, url: database.url, close, [Symbol.asyncDispose]: close }
}

/** A database of its own: empty, or cloned from a template. */
export async function createDatabase(serverUrl = testServerUrl(), template = 'template0') {
  const name = `nightdesk_test_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, `create database ${name} template ${template}`)
  return {
    url: databaseUrl(serverUrl, name),
    drop: () => onServer(serverUrl, `drop database if exists ${name} with (force)`),
  }
}

function testServerUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url)
    throw new Error('TEST_DATABASE_URL is not set: run the tests through vitest from the project root')
  return url
}

/** The same server, another database. A socket URL has no host, which URL cannot parse. */
const databaseUrl = (serverUrl: string, name: string) =>
  serverUrl.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${name}`)

async function onServer(serverUrl: string, ...statements: string[]) {
  const { db, close } = connect(databaseUrl(serverUrl, 'postgres'), { max: 1, statementTimeout: 0 })
  for (const statement of statements) await sql.raw(statement).execute(db)
  await close()
}
