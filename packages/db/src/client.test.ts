import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { connect } from './client.ts'
import { createTestDb } from './testing.ts'

const { db, url, close } = await createTestDb()
afterAll(close)

test('ids are numbers, instants ISO 8601 in UTC, days YYYY-MM-DD', async () => {
  const { rows } = await sql`
    select 7::bigint as id, 1.5::numeric as rate, date '2026-02-03' as day,
      timestamptz '2026-02-03 04:05:06.789+03' as instant, null::timestamptz as never`.execute(db)

  expect(rows).toEqual([
    { id: 7, rate: 1.5, day: '2026-02-03', instant: '2026-02-03T01:05:06.789Z', never: null },
  ])
})

test('an instant of 1850 is one also for a role whose zone is Berlin', async () => {
  await sql.raw(`alter role current_user set timezone = 'Europe/Berlin'`).execute(db)
  onTestFinished(async () => void (await sql`alter role current_user reset timezone`.execute(db)))
  await using direct = connect(url)
  const { rows } = await sql`select timestamptz '1850-01-01Z' as instant`.execute(direct.db)

  expect(rows).toEqual([{ instant: '1850-01-01T00:00:00.000Z' }])
})

test('an infinite instant does not fail a query', async () => {
  const { rows } = await sql`select timestamptz 'infinity' as instant`.execute(db)

  expect(rows).toEqual([{ instant: 'infinity' }])
})

test.each([
  ['users', 'last_logged_in'],
  ['sessions', 'expires_at'],
  ['one_time_tokens', 'expires_at'],
  ['articles', 'scheduled_at'],
  ['articles', 'date_updated'],
  ['article_versions', 'created_at'],
  ['working_copies', 'updated_at'],
  ['previews', 'expires_at'],
])('%s.%s refuses an instant that no answer can name', async (table, column) => {
  const { rows } = await sql<{ rule: string }>`
    select pg_get_constraintdef(oid) as rule from pg_constraint where conrelid = ${table}::regclass`.execute(
    db,
  )

  expect(rows.map(({ rule }) => rule)).toContain(`CHECK (is_answerable(${column}))`)
  const asked = sql`
    select is_answerable('9000-12-31T23:59:59.999Z') as last, is_answerable('9999-12-31T23:59:59-15:00') as late,
      is_answerable('infinity') as never, is_answerable('1700-01-01Z') as first, is_answerable('1699-12-31Z') as early`.execute(
    db,
  )
  expect((await asked).rows).toEqual([{ last: true, late: false, never: false, first: true, early: false }])
})

test('a statement that takes too long is ended', async () => {
  const hasty = connect(url, { statementTimeout: 50 })

  await expect(sql`select pg_sleep(5)`.execute(hasty.db)).rejects.toMatchObject({ code: '57014' })
  await hasty.close()
})

test('an address with options of its own keeps them, and loses none of ours', async () => {
  const options = encodeURIComponent('-c work_mem=1MB -c statement_timeout=50 -c timezone=Europe/Berlin')
  await using patient = connect(`${url}${url.includes('?') ? '&' : '?'}options=${options}`, {
    statementTimeout: 0,
  })

  const { rows } = await sql`
    select name, setting from pg_settings
    where name in ('work_mem', 'statement_timeout', 'TimeZone') order by name`.execute(patient.db)

  expect(rows).toEqual([
    { name: 'TimeZone', setting: 'UTC' },
    { name: 'statement_timeout', setting: '0' },
    { name: 'work_mem', setting: '1024' },
  ])
})

test('a connection that the server ends is reported and replaced', async () => {
  const errors: Error[] = []
  const connection = connect(url, { max: 1, onError: (error) => errors.push(error) })
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection.db)

  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)

  await expect.poll(() => errors.length).toBeGreaterThan(0)
  await expect(sql`select 1`.execute(connection.db)).resolves.toBeDefined()
  await connection.close()
})

test('a connection whose caller has given up is never used again', async () => {
  const { db: impatient, close: end } = connect(url, { max: 1, statementTimeout: 300 })
  onTestFinished(end)
  const backend = async () => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(impatient)
    return rows[0]?.pid ?? 0
  }
  const hanging = await backend()
  process.kill(hanging, 'SIGSTOP')

  const begun = impatient.transaction().execute((tx) => sql`select 1`.execute(tx))
  await expect(begun).rejects.toThrow('Query read timeout')
  process.kill(hanging, 'SIGCONT')

  expect(await backend()).not.toBe(hanging)
})

test('a transaction that hangs times out once: nothing waits for its rollback', async () => {
  const asked: string[] = []
  const { db: impatient, close: end } = connect(url, { max: 1, statementTimeout: 300 })
  onTestFinished(end)
  const hung = impatient.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    const hanging = rows[0]?.pid ?? 0
    process.kill(hanging, 'SIGSTOP')
    onTestFinished(() => void process.kill(hanging, 'SIGCONT'))
    try {
      await sql`select 1`.execute(tx)
    } catch (error) {
      asked.push((error as Error).message)
      throw error
    }
  })

  await expect(hung).rejects.toThrow('Client was closed')
  expect(asked).toEqual(['Query read timeout'])
})
