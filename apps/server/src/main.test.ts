import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { connect, migrate } from '@nightdesk/db'
import { createDatabase } from '@nightdesk/db/testing'
import { freePort } from '@nightdesk/storage/testing-port'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

test('a server without a database says what is missing, and that starting again will not help', async () => {
  const server = spawn(process.execPath, [MAIN], {
    env: { ...process.env, DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })

  const [stderr, [code]] = await Promise.all([text(server.stderr), once(server, 'exit')])

  expect(stderr).toContain('DATABASE_URL must be set')
  expect(code).toBe(78)
})

test('a server waits for its schema, and says so at /readyz', async () => {
  const { url, owner_url, drop } = await createDatabase()
  onTestFinished(drop)
  const { site } = await startServer({ DATABASE_URL: url })
  await expect.poll(() => readiness(site)).toMatch(/^The database has not been migrated/)
  expect((await fetch(site)).status).toBe(503)

  await migrate(owner_url, url)

  await expect.poll(() => readiness(site)).toBe('ready')
  expect((await fetch(site)).status).toBe(200)
})

test('a server that waits for its database stops on SIGTERM', async () => {
  const { child, site, exited } = await startServer({
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing',
  })
  await expect.poll(() => readiness(site)).toBe('The database does not answer.')

  child.kill('SIGTERM')

  expect(await exited).toEqual([0, null])
})

test('a server behind a CDN has everything purged, when the one that it replaces has drained', async () => {
  const { url, owner_url, drop } = await createDatabase()
  onTestFinished(drop)
  await migrate(owner_url, url)
  const CDN_PURGE_URL = 'http://varnish.example:6081/'
  const { site } = await startServer({ DATABASE_URL: url, DRAIN_SECONDS: '300', CDN_PURGE_URL })
  await expect.poll(() => readiness(site)).toBe('ready')

  const { db, close } = connect(url)
  onTestFinished(close)
  const { rows } = await sql`
    select task_identifier as task, run_at - created_at > interval '300 s' as is_late from graphile_worker.jobs`.execute(
    db,
  )
  expect(rows).toEqual([{ task: 'purge-cdn', is_late: true }])
})

test('a server that stops says so to load balancers and answers on; another signal ends the wait', async () => {
  const { url, owner_url, drop } = await createDatabase()
  onTestFinished(drop)
  await migrate(owner_url, url)
  const { child, site, exited } = await startServer({ DATABASE_URL: url, DRAIN_SECONDS: '300' })
  await expect.poll(() => readiness(site)).toBe('ready')

  child.kill('SIGTERM')
  await expect.poll(() => readiness(site)).toBe('This server is stopping.')
  expect((await fetch(site)).status).toBe(200)

  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
})

test('a server that is replaced, or stopped from a terminal, does not wait for load balancers', async () => {
  const { url, owner_url, drop } = await createDatabase()
  onTestFinished(drop)
  await migrate(owner_url, url)
  const { child, site, exited } = await startServer({ DATABASE_URL: url, DRAIN_SECONDS: '300' })
  await expect.poll(() => readiness(site)).toBe('ready')

  child.kill('SIGINT')

  expect(await exited).toEqual([0, null])
})

test('a server whose connections all wait is ready, as it has pages in memory', async () => {
  const { url, owner_url, drop } = await createDatabase()
  onTestFinished(drop)
  await migrate(owner_url, url)
  const { site } = await startServer({ DATABASE_URL: url })
  await expect.poll(() => readiness(site)).toBe('ready')
  const { db, close } = connect(url)
  onTestFinished(close)
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

interface Server {
  child: ChildProcess
  site: string
  exited: Promise<unknown[]>
}

async function startServer(env: Record<string, string>): Promise<Server> {
  const directory = await mkdtemp(join(tmpdir(), 'nightdesk-main-'))
  const port = await freePort()
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, DATA_DIR: directory, PORT: String(port), LOG_LEVEL: 'fatal', ...env },
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
    await rm(directory, { recursive: true })
  })
  return { child, site: `http://127.0.0.1:${port}`, exited }
}

/** `ready`, or why it is not. */
async function readiness(site: string): Promise<string | undefined> {
  const answer = await fetch(`${site}/readyz`).catch(() => undefined) // it does not listen yet
  const body = (await answer?.json()) as { status: string; reason?: string } | undefined // from our own server
  return body?.reason ?? body?.status
}
