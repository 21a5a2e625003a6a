import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
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

test('a statement that takes too long is ended', async () => {
  const hasty = connect(url, { statementTimeout: 50 })

  await expect(sql`select pg_sleep(5)`.execute(hasty.db)).rejects.toMatchObject({ code: '57014' })
  await hasty.close()
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
