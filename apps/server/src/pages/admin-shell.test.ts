import { describe, expect, test } from 'vitest'
import { bearer, createUser, signIn, testApp } from '../testing.ts'

const app = await testApp()
const headers = bearer(await signIn(await createUser({ role: 'admin' })))
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const shared = ['/admin/articles', '/admin/users', '/admin/profile', '/admin/articles?sort=title']

describe.each(shared)('%s', (url) => {
  test.each([
    ['a navigation', { 'sec-fetch-dest': 'document' }],
    ['a browser that sends no Sec-Fetch', { accept: browser }],
    ['a reload with a token', { ...headers, 'sec-fetch-dest': 'document', accept: 'application/json' }],
  ])('is the screen to %s', async (_who, sent) => {
    const answer = await app.inject({ url, headers: sent })

    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  })

  test.each([
    ['curl', { ...headers, accept: '*/*' }],
    ['the client', { ...headers, accept: 'application/json', 'sec-fetch-dest': 'empty' }],
    ['who says nothing', headers],
    ['who likes JSON better', { ...headers, accept: 'application/json, text/html;q=0.9' }],
  ])('is the call to %s', async (_who, sent) => {
    const answer = await app.inject({ url, headers: sent })

    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('application/json')
  })
})

test('the call without a token is 401, not the screen', async () => {
  expect((await app.inject('/admin/articles')).statusCode).toBe(401)
})

test.each(['/admin', '/admin/', '/admin/dashboard', '/admin/draft/edit/3', '/admin/login'])(
  '%s is the same bare screen for everybody',
  async (url) => {
    const [stranger, member] = await Promise.all(
      [{}, headers].map((sent) => app.inject({ url, headers: { ...sent, accept: browser } })),
    )

    expect([stranger?.statusCode, stranger?.body]).toEqual([200, member?.body])
  },
)

test('a form sent by a browser is no navigation', async () => {
  const answer = await app.inject({ method: 'POST', url: '/admin/login', headers: { accept: browser } })

  expect(answer.json()).toMatchObject({ code: 'VALIDATION_FAILED' })
})

describe.each(['/forgot-password', '/accept-invite', '/reset-password', '/reset-password/a-token'])(
  '%s',
  (url) => {
    test('is a bare screen to a browser, which keeps its address to itself', async () => {
      const answer = await app.inject({ url, headers: { accept: browser } })

      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain('<div id="root">')
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    })

    test.each(['GET', 'POST'] as const)('is nothing to a program: %s', async (method) => {
      const answer = await app.inject({ method, url, headers: { accept: 'application/json' } })

      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ success: false, code: 'NOT_FOUND' })
    })
  },
)

test.each(['/accept-invites', '/reset-password/a/b', '/forgot-password/a', '/forgot-passwords'])(
  '%s is no screen',
  async (url) => {
    expect((await app.inject({ url, headers: { accept: browser } })).statusCode).toBe(404)
  },
)

test('an address that only begins like the admin’s is none of it', async () => {
  const answer = await app.inject({ url: '/administrator', headers: { accept: browser } })

  expect(answer.statusCode).toBe(404)
})
