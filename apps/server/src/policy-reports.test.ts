import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { as, createUser, db, testApp } from './testing.ts'

const admin = await createUser({ role: 'admin' })
beforeEach(() => db.deleteFrom('policy_reports').execute())

const old = (fields: Record<string, string>) => ({ 'csp-report': fields })
const evaluated = old({
  'document-uri': 'https://example.org/admin/draft/7?q=secret',
  'effective-directive': 'script-src',
  'blocked-uri': 'eval',
  'script-sample': 'what somebody wrote',
})

async function send(payload: unknown, type = 'application/csp-report', app = testApp()) {
  const server = await app
  return server.inject({
    method: 'POST',
    url: '/policy-reports',
    headers: { 'content-type': type },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
}

const counted = () =>
  db
    .selectFrom('policy_reports')
    .select(['area', 'directive', 'blocked', 'reports'])
    .orderBy('reports')
    .execute()

test('a violation is counted by rule, origin and part of the site, and nothing else is stored', async () => {
  const app = testApp()
  const blocked = 'https://tracker.example/pixel.gif?reader=7'
  const list = [
    {
      type: 'csp-violation',
      body: { effectiveDirective: 'img-src', blockedURL: blocked, documentURL: 'https://example.org/post/1' },
    },
  ]

  expect((await send(evaluated, undefined, app)).statusCode).toBe(204)
  await send(evaluated, undefined, app)
  await send(list, 'application/reports+json', app)

  expect(await counted()).toEqual([
    { area: 'public', directive: 'img-src', blocked: 'https://tracker.example', reports: 1 },
    { area: 'admin', directive: 'script-src', blocked: 'eval', reports: 2 },
  ])
  const checks = await as(admin).system.checks({})
  expect(checks.find(({ name }) => name === 'policy')).toEqual({
    name: 'policy',
    is_fine: false,
    detail:
      '3 reported in the last week: script-src stopped eval on admin pages (2), img-src stopped https://tracker.example on public pages (1).',
    advice: expect.stringMatching(/^Remove what injects it/),
  })
})

test.each([
  ['nothing', '', 204],
  ['a text', '"eval"', 204],
  ['a rule that is none', old({ 'effective-directive': '<script>' }), 204],
  ['half a JSON', '{"csp-report"', 400],
  ['a prototype', '{"__proto__":{"csp-report":1}}', 400],
  ['more than 8 KB', old({ 'effective-directive': 'script-src', 'script-sample': 'x'.repeat(9_000) }), 413],
])('%s is no violation', async (_, payload, status) => {
  expect((await send(payload)).statusCode).toBe(payload === '' ? 400 : status)
  expect(await counted()).toEqual([])
})

test('one network may send ten a minute, and the kinds per day are limited', async () => {
  const app = testApp()
  await sql`
    insert into policy_reports (area, directive, blocked) select 'public', 'img-src', 'https://' || n from generate_series(1, 100) n`.execute(
    db,
  )
  const statuses: number[] = []
  for (let index = 0; index < 12; index++) statuses.push((await send(evaluated, undefined, app)).statusCode)

  expect(statuses).toEqual([...Array(10).fill(204), 429, 429])
  const others = await db.selectFrom('policy_reports').where('directive', '=', 'others').selectAll().execute()
  expect(others).toMatchObject([{ area: 'admin', blocked: 'others', reports: 10 }])
})
