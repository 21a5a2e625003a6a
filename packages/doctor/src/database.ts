import {
  type Db,
  hasReached,
  lastFailure,
  mayChangeAuditLog,
  missingLimits,
  queueDepth,
  schemaLevel,
  workerClocks,
  workerStatus,
} from '@nightdesk/db'
import { sql } from 'kysely'
import { type CheckOf, fault, fine, hint, milliseconds, type Subject } from './check.ts'

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

export const version: CheckOf<Pick<Subject, 'db'>> = async ({ db }) => {
  const { rows } = await sql<{ name: string; number: number }>`
    select current_setting('server_version') as name,
      current_setting('server_version_num')::integer as number`.execute(db)
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

/** Jobs start within seconds. When one waits longer than this, no worker takes jobs. */
const LONG_WAIT_SECONDS = 60
/** A larger difference makes dates and schedules visibly wrong. */
const CLOCK_TOLERANCE_SECONDS = 5

const worker: CheckOf = async ({ db }) => {
  const running = (await workerStatus(db)).filter(({ status }) => status === 'running').length
  if (running === 0) return fault('None.', 'Start one, or look at why it ended in its log.')
  return fine(running === 1 ? 'One is.' : `${running} are.`)
}

const jobs: CheckOf = async ({ db }) => {
  const failure = await lastFailure(db)
  if (!failure) return fine('None in the last day that has not succeeded since.')
  return fault(`${failure.name}: ${failure.error}`, 'Mend the cause, and it is tried again by itself.')
}

const queue: CheckOf = async ({ db }) => {
  const { waiting, oldest } = await queueDepth(db)
  if (waiting === 0) return fine('Nothing waits.')
  const found = `${waiting} waiting, the oldest for ${oldest} s.`
  if (oldest < LONG_WAIT_SECONDS) return fine(found)
  return fault(found, 'Look whether a worker runs, or start another one.')
}

const clock: CheckOf = async ({ db }) => {
  const clocks = [{ name: 'This machine', ahead: await ownClock(db) }]
  for (const { name, clock_ahead } of await workerClocks(db)) clocks.push({ name, ahead: clock_ahead })
  const wrong = clocks.filter(({ ahead }) => Math.abs(ahead) > CLOCK_TOLERANCE_SECONDS)
  if (wrong.length === 0) return fine('They agree.')
  const off = wrong.map(
    ({ name, ahead }) => `${name} is ${Math.round(Math.abs(ahead))} s ${ahead > 0 ? 'ahead' : 'behind'}.`,
  )
  return fault(off.join(' '), 'Let all machines take their time from a time server.')
}

/** Seconds that the clock of this process is ahead of the database’s. */
async function ownClock(db: Db): Promise<number> {
  const begun = Date.now()
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db)
  const between = (begun + Date.now()) / 2
  return (between - Date.parse(rows[0]!.now)) / 1000 // a select without from has one row
}

export const databaseChecks = { database, version, schema, connections, worker, jobs, queue, clock }
