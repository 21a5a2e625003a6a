import { sql } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { connect } from './client.ts'
import { limitRole, missingLimits } from './migrations/runtime-role.ts'
import { createTestDb } from './testing.ts'
import { missingPgBouncer, startPgBouncer } from './testing-pgbouncer.ts'

const { url, close } = await createTestDb()
afterAll(close)

const missing = missingPgBouncer()

describe.skipIf(missing)(missing ?? 'through PgBouncer in transaction mode', async () => {
  async function startPooler() {
    const pooler = await startPgBouncer(url)
    onTestFinished(() => pooler[Symbol.asyncDispose]())
    return pooler
  }

  function connectTo(address: string) {
    const connection = connect(address, { isPooled: true })
    onTestFinished(connection.close)
    return connection
  }

  test('statements have the limits of the role', async () => {
    await limitRole(url)
    const { url: pooled } = await startPooler()

    expect(await missingLimits(connectTo(pooled).db)).toEqual([])
  })

  test('a connection that brings its own limits is refused', async () => {
    const { url: pooled } = await startPooler()
    const own = connect(pooled)
    onTestFinished(own.close)

    await expect(sql`select 1`.execute(own.db)).rejects.toThrow('unsupported startup parameter')
  })

  test('many clients share few connections, and transactions stay whole', async () => {
    const { url: pooled } = await startPooler()
    const { db: shared } = connectTo(pooled)
    const other = connectTo(pooled)
    const backend = sql<{ pid: number }>`select pg_backend_pid() as pid, ${'a'}::text`

    const pairs = await Promise.all(
      [shared, other.db].flatMap((one) =>
        Array.from({ length: 10 }, () =>
          one.transaction().execute(async (tx) => {
            const first = await backend.execute(tx)
            await sql`select pg_sleep(0.01)`.execute(tx)
            return [first, await backend.execute(tx)].map(({ rows }) => rows[0]?.pid)
          }),
        ),
      ),
    )

    for (const [before, after] of pairs) expect(after).toBe(before)
    expect(new Set(pairs.flat()).size).toBeLessThanOrEqual(4)
  })
})
