import { once } from 'node:events'
import { connect } from 'node:net'
import { TOO_BUSY } from '@nightdesk/contracts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApp } from './app.ts'
import { createLog } from './log.ts'
import { createPageStore } from './page-store/page-store.ts'
import { builtWeb } from './pages/web.ts'
import { bearer, createPublished, createUser, dependencies, signIn } from './testing.ts'

const eventLoop = { isLate: false, [Symbol.dispose]() {} }
const own = { ...dependencies, pages: createPageStore() }
const app = await createApp({ dependencies: own, web: await builtWeb(), log: createLog('silent'), eventLoop })
const site = await app.listen({ port: 0, host: '127.0.0.1' })
const editor = await createUser()
const session = bearer(await signIn(editor))
const { id } = await createPublished(editor)
const page = { headers: { accept: 'text/html' } }

afterAll(async () => {
  app.server.closeAllConnections()
  await app.close()
})

/** Begins a request, and never sends its body. */
async function hold() {
  const socket = connect(Number(new URL(site).port), '127.0.0.1')
  socket.on('error', () => {}) // the server closes it in the end
  socket.write(
    'POST /admin/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n',
  )
  await once(socket, 'connect')
}

test('a late event loop alone refuses nobody: a slow machine is not overload', async () => {
  eventLoop.isLate = true

  expect((await fetch(`${site}/terms`, page)).status).toBe(200)
})

describe('while the event loop is late under many requests', () => {
  beforeAll(async () => {
    eventLoop.isLate = false
    await fetch(`${site}/`, page)
    for (let request = 0; request < 17; request++) await hold()
    eventLoop.isLate = true
    await vi.waitFor(async () => expect((await fetch(`${site}/privacy`, page)).status).toBe(503))
  })

  test('a person gets a page that says what to do', async () => {
    const answer = await fetch(`${site}/post/${id}`, page)

    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([
      503,
      '2',
      'no-store',
    ])
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await answer.text()).toContain(TOO_BUSY)
  })

  test.each([
    ['a read', `/api/articles/${id}`],
    ['an unknown address', '/api/nowhere'],
  ])('a program that sends %s gets the one error body', async (_what, path) => {
    const answer = await fetch(site + path)

    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await answer.json()).toMatchObject({ error: TOO_BUSY, code: 'UNAVAILABLE' })
  })

  test('a typed client gets it in its own form', async () => {
    const answer = await fetch(`${site}/trpc/published.tags`)

    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await answer.json()).toMatchObject({ error: { message: TOO_BUSY, data: { code: 'UNAVAILABLE' } } })
  })

  test.each([
    ['a page of the page store', '/', page],
    ['a health check', '/healthz', {}],
    ['the shell of the admin area', '/admin/articles', page],
    ['a person who is signed in', '/admin/articles', { headers: session }],
  ])('%s is answered', async (_what, path, init) => {
    expect((await fetch(site + path, init)).status).toBe(200)
  })

  test('a person who is signed in can save', async () => {
    const answer = await fetch(`${site}/admin/articles/${id}`, {
      method: 'PUT',
      headers: { ...session, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Saved in a crowd' }),
    })

    expect(answer.status).toBe(200)
  })

  test('refused requests are counted', () => {
    expect(own.shedding.counts.event_loop).toBeGreaterThan(4)
  })

  test('everything is answered again when it is in time', async () => {
    eventLoop.isLate = false

    expect((await fetch(`${site}/post/${id}`, page)).status).toBe(200)
  })
})
