import { connect } from '@nightdesk/db'
import { createTestDb } from '@nightdesk/db/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readiness, startServer } from './testing-main.ts'

test('a server that waits for its database stops on SIGTERM', async () => {
  const { child, site, exited } = await startServer({
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing',
  })
  await expect.poll(() => readiness(site)).toBe('The database does not answer.')

  child.kill('SIGTERM')

  expect(await exited).toEqual([0, null])
})

test('a server that is replaced, or stopped from a terminal, does not wait for load balancers', async () => {
  await using database = await createTestDb()
  const { child, site, exited } = await startServer({ DATABASE_URL: database.url, DRAIN_SECONDS: '300' })
  await expect.poll(() => readiness(site)).toBe('ready')

  child.kill('SIGINT')

  expect(await exited).toEqual([0, null])
})

test('a server whose connections all wait is ready, as it has pages in memory', async () => {
  await using database = await createTestDb()
  const { url, db } = database
  const { site } = await startServer({ DATABASE_URL: url })
  await expect.poll(() => readiness(site)).toBe('ready')
  await db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`lock table users`.execute(tx)
    const attempts = Array.from({ length: 30 }, () => signIn(site))
    await expect.poll(() => countWaiting(url)).toBe(10)

    expect(await readiness(site)).toBe('ready')

    await Promise.all(attempts)
  })
})

/** Looks for an account; it does not wait for other requests first, as pages do. */
const signIn = (site: string) =>
  fetch(`${site}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'nobody@example.org', password: 'a fair wind' }),
  })

/** How many connections wait for a lock. */
async function countWaiting(url: string): Promise<number> {
  const { db, close } = connect(url)
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    db,
  )
  await close()
  return rows[0]?.count ?? 0
}
