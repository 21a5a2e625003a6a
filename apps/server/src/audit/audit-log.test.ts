import type { AuditLine } from '@nightdesk/contracts'
import { asOwner } from '@nightdesk/db/testing'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { as, bearer, createUser, db, dependencies, owner_url, signIn, testApp } from '../testing.ts'

const app = await testApp()
const admin = await createUser({ role: 'admin', full_name: 'Ada' })
const author = await createUser({ role: 'author' })
const { audit } = as(admin)

beforeEach(async () => {
  await dependencies.refusals.flush()
  await asOwner(owner_url, sql`truncate audit_log`)
})

const refused = async () => {
  await dependencies.refusals.flush()
  return db.selectFrom('audit_log').where('action', '=', 'refused').selectAll().orderBy('id').execute()
}

test('a failed sign-in is found by the tried address, and reveals no address', async () => {
  const tried = `${crypto.randomUUID()}@Example.org`
  for (const username of [tried, tried.toLowerCase(), 'another@example.org'])
    await expect(as(null).auth.login({ username, password: 'wrong horse' })).rejects.toThrow()

  const { lines } = await audit.list({ account: tried })

  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatchObject({ action: 'login.failed', detail: { account: expect.any(String) } })
  expect(JSON.stringify(await audit.list({}))).not.toMatch(/example\.org/i)
})

test('a forbidden role leaves one line per minute and route, with a count, on tRPC and REST', async () => {
  const headers = bearer(await signIn(author))
  for (let count = 0; count < 3; count++) {
    await app.inject({ url: '/admin/users', headers })
    await app.inject({ url: '/trpc/users.list', headers })
  }
  await app.inject({ url: '/trpc/users.list,system.checks?batch=1', headers })

  expect(await refused()).toMatchObject([
    { actor_id: author.id, target: 'GET /admin/users', detail: { code: 'FORBIDDEN', count: 7 } },
    { actor_id: author.id, target: 'GET /admin/system/checks', detail: { code: 'FORBIDDEN', count: 1 } },
  ])
})

test('too many attempts leave one, too', async () => {
  const payload = { username: `${crypto.randomUUID()}@example.org`, password: 'wrong horse' }
  for (let count = 0; count < 14; count++) await app.inject({ method: 'POST', url: '/admin/login', payload })

  expect(await refused()).toMatchObject([
    { actor_id: null, target: 'POST /admin/login', detail: { code: 'TOO_MANY_REQUESTS', count: 4 } },
  ])
})

test('refusals from many networks do not flood the log', async () => {
  const { refusals } = dependencies
  for (let network = 0; network < 500; network++)
    refusals.note({
      actor_id: null,
      ip_prefix: `2001:db8:${network}::/64`,
      request_id: 'one',
      action: 'refused',
      target: 'POST /admin/login',
      detail: { code: 'TOO_MANY_REQUESTS' },
    })

  const lines = await refused()

  expect(lines).toHaveLength(51)
  expect(lines.at(-1)).toMatchObject({ ip_prefix: null, target: 'others', detail: { count: 450 } })
})

test('the log is read in pages, by action and by actor', async () => {
  for (let count = 0; count < 3; count++) await as(author).articles.create({ title: 'A', content: [] })
  await as(admin).articles.create({ title: 'B', content: [] })

  const first = await audit.list({ limit: 3 })
  const last = await audit.list({ limit: 3, before: first.lines.at(-1)?.id })
  const own = await audit.list({ actor_id: admin.id, action: 'article.create' })

  expect(first).toMatchObject({ has_more: true, actions: ['article.create'] })
  expect(last).toMatchObject({ has_more: false, lines: [{ actor_id: author.id }] })
  expect(own.lines).toMatchObject([{ actor: 'Ada', action: 'article.create' }])
  expect(idsOf(first.lines)).toEqual(idsOf(first.lines).sort((a, b) => b - a))
})

test('an export leaves a line', async () => {
  await as(author).articles.create({ title: 'A', content: [] })

  const { lines, has_more } = await audit.export({})

  expect(lines).toMatchObject([{ action: 'article.create' }])
  expect(has_more).toBe(false)
  const [last] = (await audit.list({})).lines
  expect(last).toMatchObject({ actor_id: admin.id, action: 'audit.export', detail: { lines: 1 } })
})

const idsOf = (lines: AuditLine[]) => lines.map(({ id }) => id)
