import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { migrate } from '@nightdesk/db'
import { createDatabase, createTestDb } from '@nightdesk/db/testing'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { MAIN, readiness, startServer } from './testing-main.ts'

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

test('a server behind a CDN has everything purged when the one that it replaces has drained; while it stops it says so to load balancers and answers on, until another signal', async () => {
  await using database = await createTestDb()
  const CDN_PURGE_URL = 'http://varnish.example:6081/'
  const env = { DATABASE_URL: database.url, DRAIN_SECONDS: '300', CDN_PURGE_URL }
  const { child, site, exited } = await startServer(env)
  await expect.poll(() => readiness(site)).toBe('ready')
  const { rows } = await sql`
    select task_identifier as task, run_at - created_at > interval '300 s' as is_late from graphile_worker.jobs`.execute(
    database.db,
  )
  expect(rows).toEqual([{ task: 'purge-cdn', is_late: true }])

  child.kill('SIGTERM')
  await expect.poll(() => readiness(site)).toBe('This server is stopping.')
  expect((await fetch(site)).status).toBe(200)

  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
})
