import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { type Connection, connect } from '../client.ts'
import { createTestDb } from '../testing.ts'
import { limitRole, missingLimits } from './runtime-role.ts'

const { db, url, superuser_url, close } = await createTestDb()
afterAll(close)

const limitsOf = async ({ db }: Pick<Connection, 'db'>) => {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout')`.execute(db)
  return Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]))
}

test('a limit that the role has already stays, and the others are set', async () => {
  await sql.raw('alter role current_user set lock_timeout = 700').execute(db)
  onTestFinished(async () => void (await sql`alter role current_user reset lock_timeout`.execute(db)))

  await limitRole(url)

  const unlimited = connect(url, { isPooled: true })
  onTestFinished(unlimited.close)
  expect(await limitsOf(unlimited)).toEqual({ statement_timeout: 4_000, lock_timeout: 700 })
  const { rows } = await sql`show timezone`.execute(unlimited.db)
  expect(rows).toEqual([{ TimeZone: 'UTC' }])
})

test('a connection without limits has none of the role either', async () => {
  await limitRole(url)
  const patient = connect(url, { statementTimeout: 0 })
  onTestFinished(patient.close)

  expect(await limitsOf(patient)).toEqual({ statement_timeout: 0, lock_timeout: 0 })
})

test('roles whose connections have no limits are found', async () => {
  const unlimited = connect(superuser_url, { isPooled: true })
  onTestFinished(unlimited.close)

  expect(await missingLimits(unlimited.db)).toEqual([
    'idle_in_transaction_session_timeout',
    'lock_timeout',
    'statement_timeout',
  ])
  expect(await missingLimits(db)).toEqual([])
})
