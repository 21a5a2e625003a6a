import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { createLog } from '../log.ts'
import { builtWeb } from '../pages/web.ts'
import { contextOf, createCaller, createUser, db, dependencies } from '../testing.ts'
import { createProxyWatch } from './connections.ts'

const admin = await createUser({ role: 'admin' })
const HOUR = 60 * 60 * 1000

/** A server behind a proxy, and what it logs. */
async function behindProxy(trustProxy: string[], now?: () => number) {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const proxy_watch = createProxyWatch(now)
  const own = { ...dependencies, proxy_watch }
  const app = await createApp({
    dependencies: own,
    web: await builtWeb(),
    log: createLog('warn', sink),
    trustProxy,
  })
  const get = (remoteAddress: string, forwardedFor = '203.0.113.9') =>
    app.inject({ url: '/healthz', remoteAddress, headers: { 'x-forwarded-for': forwardedFor } })
  const check = async () => {
    const checks = await createCaller(contextOf(admin, { proxy_watch })).system.checks({})
    return checks.find(({ name }) => name === 'proxy')
  }
  return { app, lines, get, check, [Symbol.asyncDispose]: () => app.close() }
}

test('X-Forwarded-For of an untrusted proxy is warned about, once an hour', async () => {
  let time = 0
  await using server = await behindProxy([], () => time)

  for (const at of [0, 1, HOUR - 1, HOUR]) {
    time = at
    await server.get('10.0.0.5')
  }

  expect(server.lines).toHaveLength(2)
  expect(server.lines[0]).toContain('TRUST_PROXY does not name')
  expect(server.lines[0]).toContain('10.0.0.5')
})

test('it shows among the checks, for an hour', async () => {
  let time = 0
  await using server = await behindProxy(['192.0.2.1'], () => time)
  expect(await server.check()).toMatchObject({ is_fine: true })

  await server.get('10.0.0.5')
  expect(await server.check()).toMatchObject({ is_fine: false, detail: expect.stringContaining('10.0.0.5') })

  time = HOUR
  expect(await server.check()).toMatchObject({ is_fine: true })
})

test('a trusted proxy causes no warning', async () => {
  await using server = await behindProxy(['10.0.0.0/8'])

  await server.get('10.0.0.5')

  expect([server.lines, await server.check()]).toMatchObject([[], { is_fine: true }])
})

test('headers of strangers on the internet fail no check', async () => {
  await using server = await behindProxy([])

  await server.get('198.15.0.77')

  expect(await server.check()).toMatchObject({ is_fine: true })
})

test('an address is understood with the port that a proxy appends', async () => {
  await using server = await behindProxy(['10.0.0.0/8'])

  await server.app.inject({
    method: 'POST',
    url: '/admin/login',
    remoteAddress: '10.0.0.5',
    headers: { 'x-forwarded-for': '[2001:db8:1:2::5]:99, 10.0.0.7:41234' },
    payload: { username: 'nobody@example.org', password: 'a wrong one' },
  })

  const lines = await db
    .selectFrom('audit_log')
    .where('action', '=', 'login.failed')
    .select('ip_prefix')
    .execute()
  expect(lines).toEqual([{ ip_prefix: '2001:db8:1:2::/64' }])
})

test('a trusted proxy that names no address shows among the checks', async () => {
  await using server = await behindProxy(['10.0.0.0/8'])

  await server.get('10.0.0.5', 'unknown')

  expect(await server.check()).toMatchObject({ is_fine: false, detail: expect.stringContaining('10.0.0.5') })
})
