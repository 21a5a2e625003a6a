import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { bearer, createPublished, createUser, services, signIn, testApp } from './testing.ts'

const app = await testApp()
const { id } = await createPublished()
const authorization = bearer(await signIn(await createUser()))

const answers: [string, InjectOptions][] = [
  ['a page', { url: '/' }],
  ['an article', { url: `/post/${id}` }],
  ['a missing page', { url: '/nowhere', headers: { accept: 'text/html' } }],
  ['a public call', { url: '/api/articles' }],
  ['a health check', { url: '/healthz' }],
  ['the API document', { url: '/openapi.json' }],
  ['an address that cannot be read', { url: '/post/%E0%A4%A' }],
  ['a name that is too long', { url: `/post/${'9'.repeat(3000)}` }],
]

const privateAnswers: [string, InjectOptions][] = [
  ['the shell', { url: '/admin/articles', headers: { accept: 'text/html' } }],
  ['a call', { url: '/admin/articles', headers: authorization }],
  ['a refused call', { url: '/admin/articles' }],
  ['a missing call', { url: '/admin/nowhere' }],
  [
    'a broken call',
    { method: 'POST', url: '/admin/login', payload: '{', headers: { 'content-type': 'application/json' } },
  ],
  ['a procedure', { url: '/trpc/articles.list', headers: authorization }],
  ['a refused procedure', { url: '/trpc/articles.list' }],
  ['a missing procedure', { url: '/trpc/nowhere' }],
  ['an unreadable call', { url: '/admin/articles/%E0%A4%A' }],
]

test.each([...answers, ...privateAnswers])('%s carries the headers that protect', async (_what, request) => {
  const { headers } = await app.inject(request)

  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('geolocation=()'),
  })
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';.*frame-ancestors 'none'/)
  expect(policy).not.toMatch(/unsafe/)
  expect(headers).not.toHaveProperty('x-powered-by')
  expect(headers).not.toHaveProperty('set-cookie')
})

test.each(privateAnswers)('%s is stored nowhere', async (_what, request) => {
  const { headers } = await app.inject(request)

  expect(headers['cache-control']).toBe('no-store')
  expect(headers.vary).toMatch(/accept/i)
})

test('only a site with https asks browsers to insist on it', async () => {
  const secure = await testApp({ site: { ...services.site, url: 'https://example.org' } })

  const [http, https] = [await app.inject('/'), await secure.inject('/')]

  expect(http.headers).not.toHaveProperty('strict-transport-security')
  expect(https.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
})
