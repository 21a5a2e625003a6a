import { hasReached, mayChangeAuditLog, missingLimits, schemaLevel } from '@nightdesk/db'
import { sql } from 'kysely'
import { type CheckOf, fault, fine, hint } from '../finding.ts'
import { milliseconds } from '../milliseconds.ts'
import type { Subject } from '../subject.ts'

const OLDEST = 15
const NEWEST = 18

/** Connections that must be left: a server takes up to ten, and `nightdesk` and backups need some. */
const FEW_CONNECTIONS = 5

const database: CheckOf = async ({ db }) => {
  const begun = performance.now()
  await sql`select 1`.execute(db)
  const answered = `It answered in ${milliseconds(begun)} ms.`
  // Connections that a pooler opened before the role had its limits.
  if ((await missingLimits(db)).length > 0)
    return fault(
      `${answered} Statements may take as long as they like.`,
      'Run `nightdesk migrate`, then `RECONNECT` in the console of PgBouncer.',
    )
  // No fault: one database role may be a choice of the operator.
  if (await mayChangeAuditLog(db))
    return hint(
      `${answered} Its role could change the audit log.`,
      'With MIGRATION_DATABASE_URL, a role of their own lets the programs only add to it.',
    )
  return fine(answered)
}

const version: CheckOf<Pick<Subject, 'db'>> = async ({ db }) => {
  const { rows } = await sql<{ name: string; number: number }>`
    select current_setting('server_version') as name, current_setting('server_version_num')::integer as number`.execute(
    db,
  )
  const { name, number } = rows[0]! // a select without from has one row
  const major = Math.floor(number / 10_000)
  if (major >= OLDEST && major <= NEWEST) return fine(`It is PostgreSQL ${name}.`)
  return fault(`It is PostgreSQL ${name}.`, `Use a version from ${OLDEST} to ${NEWEST}.`)
}

const schema: CheckOf = async ({ db }) =>
  (await hasReached(db, await schemaLevel()))
    ? fine('It has.')
    : fault('It has another.', 'Run `nightdesk migrate` of this version, or start it with `npm start`.')

const connections: CheckOf = async ({ db }) => {
  const { rows } = await sql<{ used: number; usable: number }>`
    select (select count(*) from pg_stat_activity where backend_type = 'client backend')::integer as used,
      current_setting('max_connections')::integer
        - current_setting('superuser_reserved_connections')::integer as usable`.execute(db)
  const { used, usable } = rows[0]! // a select without from has one row
  const found = `${used} of ${usable} are in use.`
  if (usable - used >= FEW_CONNECTIONS) return fine(found)
  return fault(found, 'Raise max_connections of Postgres, or put PgBouncer in front of it.')
}

export const databaseChecks = { database, version, schema, connections }
