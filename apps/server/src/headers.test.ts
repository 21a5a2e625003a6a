import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { bearer, createPublished, createUser, dependencies, signIn, testApp } from './testing.ts'

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

const PRIVATE = /^\/(admin|trpc)\b/
const PROTECTING = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('geolocation=()'),
}
const PAGE_POLICY = /^default-src 'none'; script-src 'self'; style-src 'self';.*frame-ancestors 'none'/
const DATA_POLICY = /^default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/
/** Feeds and cards are made for other sites to show. */
const EMBEDDABLE = /^(\/(tag|author)\/[^/]+)?\/(rss\.xml|atom\.xml|feed\.json)$|^\/cards\//
const SHOWN_ELSEWHERE = {
  ...PROTECTING,
  'cross-origin-resource-policy': expect.stringMatching(/^(cross|same)-origin$/), // a card that is missing is not shown
}

test.each([...answers, ...privateAnswers])('%s has the security headers', async (_what, request) => {
  const { headers } = await app.inject(request)

  expect(headers).toMatchObject(PROTECTING)
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/^\/api\b/.test(String(request.url)) ? DATA_POLICY : PAGE_POLICY)
  expect(policy).not.toMatch(/unsafe/)
  expect(headers).not.toHaveProperty('x-powered-by')
  expect(headers).not.toHaveProperty('set-cookie')
})

test.each(['/admin/login', '/admin/articles', '/accept-invite', '/forgot-password'])(
  'on the page %s no string may become HTML or code, but for documents that are only read',
  async (url) => {
    const { headers } = await app.inject({ url, headers: { accept: 'text/html' } })

    expect(headers['content-security-policy']).toMatch(
      /; require-trusted-types-for 'script'; trusted-types inert-document page-preview$/,
    )
  },
)

test.each(['/api/nowhere', '/api/articles/%E0%A4%A'])(
  'below /api a browser gets the error of the call, not a page: %s',
  async (url) => {
    const { statusCode, headers, json } = await app.inject({ url, headers: { accept: 'text/html' } })

    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect(json()).toMatchObject({ error: expect.any(String) })
    expect(headers['content-security-policy']).toMatch(DATA_POLICY)
  },
)

test('every route answers with the security headers, also with 404, 405 or 304', async () => {
  const routes = routesIn(app.printRoutes({ commonPrefix: false }))
  expect(routes.length).toBeGreaterThan(100)
  for (const { method, path } of routes) {
    const url = path.replace(/:\w+(\([^)]*\))?/g, '1')
    const answer = await app.inject({ method, url, headers: { 'if-none-match': '*' } })

    expect([url, answer.headers]).toMatchObject([url, EMBEDDABLE.test(url) ? SHOWN_ELSEWHERE : PROTECTING])
    expect(String(answer.headers['content-security-policy'])).toMatch(/^(default-src 'none'|sandbox)/)
    if (PRIVATE.test(url)) expect([url, answer.headers['cache-control']]).toEqual([url, 'no-store'])
  }
})

test('HEAD answers as GET does at every address, and sends no body', async () => {
  const routes = routesIn(app.printRoutes({ commonPrefix: false }))
    // tRPC answers HEAD by itself, as a health check.
    .filter(({ method, path }) => method === 'GET' && !path.startsWith('/trpc'))
  expect(routes.length).toBeGreaterThan(50)
  for (const { path } of routes) {
    const url = path.replace(/:id(\([^)]*\))?/g, String(id)).replace(/:\w+(\([^)]*\))?/g, '1')
    const [get, head] = [await app.inject({ url }), await app.inject({ method: 'HEAD', url })]

    expect([url, head.statusCode, head.body]).toEqual([url, get.statusCode, ''])
    for (const name of ['content-type', 'etag', 'cache-control'])
      expect([url, name, head.headers[name]]).toEqual([url, name, get.headers[name]])
  }
})

/** The routes of Fastify’s own tree: a line is a piece of an address, below the piece it continues. */
function routesIn(tree: string): { method: 'GET'; path: string }[] {
  const pieces: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', piece = '', methods = ''] =
      /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    if (piece === '') return []
    const depth = indent.length / 4
    pieces.splice(depth, Infinity, piece)
    const path = pieces.join('')
    // The type names one of them; `inject` takes any.
    return methods
      .split(', ')
      .filter(Boolean)
      .map((method) => ({ method: method as 'GET', path }))
  })
}

test.each(privateAnswers)('%s is not stored', async (_what, request) => {
  const { headers } = await app.inject(request)

  expect(headers['cache-control']).toBe('no-store')
  expect(headers.vary).toMatch(/accept/i)
})

test('only a site with https sends Strict-Transport-Security', async () => {
  const secure = await testApp({ site: { ...dependencies.site, url: 'https://example.org' } })

  const [http, https] = [await app.inject('/'), await secure.inject('/')]

  expect(http.headers).not.toHaveProperty('strict-transport-security')
  expect(https.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
})
