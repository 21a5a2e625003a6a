import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { bearer, createArticle, createUser, signIn, testApp } from './testing.ts'

const app = await testApp()
const editor = await createUser({ role: 'admin' })
const headers = bearer(await signIn(editor))
const { id } = await createArticle(editor)
const json = { ...headers, 'content-type': 'application/json' }
const uuid = expect.stringMatching(/^[\da-f-]{36}$/)

const rest = (options: InjectOptions) => app.inject({ headers: json, ...options })
const trpc = (path: string, input: unknown) =>
  app.inject({ url: `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`, headers })

describe('an error has one shape', () => {
  test('on REST', async () => {
    const answer = await rest({
      method: 'POST',
      url: '/admin/articles',
      payload: { title: ' ', content: [] },
    })

    const fields = [{ path: 'title', message: 'Title is required' }]
    const body = {
      success: false,
      error: 'Title is required',
      code: 'VALIDATION_FAILED',
      request_id: uuid,
      fields,
    }
    expect([answer.statusCode, answer.json()]).toEqual([422, body])
  })

  test('on tRPC', async () => {
    const answer = await rest({
      method: 'POST',
      url: '/trpc/articles.create',
      payload: { title: ' ', content: [] },
    })

    const fields = [{ path: 'title', message: 'Title is required' }]
    const data = {
      code: 'VALIDATION_FAILED',
      request_id: uuid,
      fields,
      httpStatus: 422,
      path: 'articles.create',
    }
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toEqual({ error: { message: 'Title is required', code: expect.any(Number), data } })
  })

  test('with a request id of the server’s, never of the caller’s', async () => {
    const answer = await app.inject({
      url: '/admin/nowhere',
      headers: { 'request-id': 'mine', 'x-request-id': 'mine' },
    })

    expect(answer.json()).toMatchObject({ request_id: uuid })
  })

  test('and tells at most 20 fields, without their values', async () => {
    const content = Array.from({ length: 40 }, () => ({
      type: 'link',
      url: 'javascript:secret',
      children: [],
    }))

    const answer = await rest({ method: 'POST', url: '/admin/articles', payload: { title: 'A', content } })

    expect(answer.json().fields).toHaveLength(20)
    expect(answer.body).not.toContain('secret')
  })
})

describe('a request that cannot be read', () => {
  const create = { method: 'POST', url: '/admin/articles' } as const
  const procedure = { method: 'POST', url: '/trpc/articles.create' } as const
  const text = { ...headers, 'content-type': 'text/plain' }
  const huge = JSON.stringify({ title: 'A', content: 'x'.repeat(4 * 1024 * 1024) })
  const large = JSON.stringify({ username: 'ada@example.org', password: 'x'.repeat(70_000) })

  const table: [string, number, string, InjectOptions][] = [
    ['truncated JSON', 400, 'BAD_REQUEST', { ...create, payload: '{"title":"A"' }],
    ['truncated JSON for tRPC', 400, 'BAD_REQUEST', { ...procedure, payload: '{"title":"A"' }],
    ['an input that is no JSON', 400, 'BAD_REQUEST', { url: '/trpc/articles.get?input={' }],
    [
      '__proto__',
      400,
      'BAD_REQUEST',
      { ...create, payload: '{"title":"A","content":[],"__proto__":{"x":1}}' },
    ],
    [
      '__proto__ for tRPC',
      400,
      'BAD_REQUEST',
      { ...procedure, payload: '{"title":"A","content":[],"__proto__":{}}' },
    ],
    [
      '__proto__ in an input',
      400,
      'BAD_REQUEST',
      { url: `/trpc/articles.get?input={"id":${id},"__proto__":{}}` },
    ],
    [
      '__proto__ deep in content',
      400,
      'BAD_REQUEST',
      { ...create, payload: '{"title":"A","content":[{"__proto__":1}]}' },
    ],
    [
      'text',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      { ...create, headers: text, payload: '{"title":"A","content":[]}' },
    ],
    ['text for tRPC', 415, 'UNSUPPORTED_MEDIA_TYPE', { ...procedure, headers: text, payload: '{}' }],
    ['a body over 4 MiB', 413, 'PAYLOAD_TOO_LARGE', { ...create, payload: huge }],
    ['a body over 4 MiB for tRPC', 413, 'PAYLOAD_TOO_LARGE', { ...procedure, payload: huge }],
    [
      'a sign-in over 64 KiB',
      413,
      'PAYLOAD_TOO_LARGE',
      { method: 'POST', url: '/admin/login', payload: large },
    ],
    [
      'a sign-in over 64 KiB for tRPC',
      413,
      'PAYLOAD_TOO_LARGE',
      { method: 'POST', url: '/trpc/auth.login', payload: large },
    ],
    ['another method', 405, 'METHOD_NOT_ALLOWED', { method: 'DELETE', url: '/admin/articles' }],
    ['TRACE', 405, 'METHOD_NOT_ALLOWED', { method: 'TRACE' as never, url: '/admin/articles' }],
    ['a query for a mutation', 405, 'METHOD_NOT_ALLOWED', { url: '/trpc/articles.publish?input={"id":1}' }],
    [
      'a mutation for a query',
      405,
      'METHOD_NOT_ALLOWED',
      { method: 'POST', url: '/trpc/articles.list', payload: '{}' },
    ],
    ['an unknown address', 404, 'NOT_FOUND', { url: '/admin/nowhere' }],
    ['an address with a slash too many', 404, 'NOT_FOUND', { url: '/admin/users/' }],
    ['an unknown procedure', 404, 'NOT_FOUND', { url: '/trpc/articles.nothing' }],
    ['a procedure of every object', 404, 'NOT_FOUND', { url: '/trpc/constructor' }],
    ['a procedure of a prototype', 404, 'NOT_FOUND', { url: '/trpc/articles.__proto__' }],
    ['no procedure', 404, 'NOT_FOUND', { url: '/trpc/' }],
    ['an address that is no text', 400, 'BAD_REQUEST', { url: '/api/articles/%E0%A4%A' }],
    ['a list as body', 422, 'VALIDATION_FAILED', { ...create, payload: '[]' }],
    ['a number as body', 422, 'VALIDATION_FAILED', { ...create, payload: '1' }],
    ['null as body', 422, 'VALIDATION_FAILED', { ...create, payload: 'null' }],
    ['no body', 422, 'VALIDATION_FAILED', { ...create }],
  ]

  test.each(table)('%s is %i %s', async (_what, status, code, options) => {
    const answer = await rest(options)

    const details = answer.json().error?.data ?? answer.json()
    expect([answer.statusCode, details]).toMatchObject([status, { code, request_id: uuid }])
  })

  test('a wrong method names the right ones', async () => {
    const answer = await rest({ method: 'PATCH', url: `/admin/articles/${id}` })

    expect(answer.headers.allow).toBe('GET, PUT, DELETE')
  })
})

describe('an id in a path', () => {
  const bad = [
    '1e3',
    '-1',
    '01',
    '0',
    '1.0',
    '+1',
    '%201',
    '0x1',
    '99999999999',
    'abc',
    'null',
    '1%00',
    '%F0%9F%98%80',
  ]
  const routes = ['GET', 'PUT', 'DELETE'].map((method) => [method, '/admin/articles/:id'])
  const others = [
    ['PATCH', '/admin/users/:id'],
    ['GET', '/api/articles/:id'],
    ['POST', '/api/articles/:id/view'],
  ]

  test.each([...routes, ...others])('that is none is 404 on %s %s', async (method, url = '') => {
    for (const text of bad) {
      const payload = method === 'GET' ? undefined : { session_id: 'abcdefgh' }
      const answer = await rest({ method: method as 'GET', url: url.replace(':id', text), payload })

      expect([text, answer.statusCode, answer.json().code]).toEqual([text, 404, 'NOT_FOUND'])
    }
  })

  test('that is none is 404 on tRPC', async () => {
    for (const text of [
      '1e3',
      '-1',
      '01',
      '99999999999',
      'abc',
      -1,
      0,
      1.5,
      1e11,
      null,
      true,
      {},
      [1],
      undefined,
    ]) {
      const answer = await trpc('articles.get', { id: text })

      expect([text, answer.statusCode, answer.json().error.data.code]).toEqual([text, 404, 'NOT_FOUND'])
    }
  })

  test('wins over one in the body or the query', async () => {
    const other = await createArticle(editor)

    const put = await rest({
      method: 'PUT',
      url: `/admin/articles/${id}`,
      payload: { id: other.id, title: 'Mine' },
    })
    const get = await rest({ url: `/admin/articles/${id}?id=${other.id}` })

    expect([put.json().article.id, get.json().id]).toEqual([id, id])
  })
})

describe('what is fine', () => {
  test.each([
    ['an empty body said to be JSON', { method: 'PUT', url: `/admin/articles/${id}/archive` }],
    ['blanks for a body', { method: 'PUT', url: `/admin/articles/${id}/archive`, payload: ' \n' }],
    [
      'the last of two equal keys',
      { method: 'PUT', url: `/admin/articles/${id}`, payload: '{"title":1,"title":"B"}' },
    ],
    [
      'unknown keys',
      { method: 'PUT', url: `/admin/articles/${id}`, payload: '{"title":"B","state":"deleted","x":1}' },
    ],
    ['numbers in a query', { url: '/admin/articles?limit=20&page=1' }],
    ['__proto__ in a query', { url: '/admin/articles?__proto__=1&__proto__[x]=1&constructor=1' }],
    ['no input at all for tRPC', { url: '/trpc/articles.list' }],
  ] as [string, InjectOptions][])('%s', async (_what, options) => {
    expect((await rest(options)).statusCode).toBe(200)
  })

  test.each([
    'limit=0',
    'limit=101',
    'limit=1.5',
    'limit=',
    'limit=1&limit=2',
    'page=0',
    'page=x',
    'sort=id',
    'state=x',
    'q=%00',
  ])('but not ?%s', async (query) => {
    expect((await rest({ url: `/admin/articles?${query}` })).statusCode).toBe(422)
  })
})

describe('tRPC in batches', () => {
  const batch = (count: number) => {
    const inputs = Object.fromEntries(Array.from({ length: count }, (_, index) => [index, { id }]))
    const names = Array(count).fill('articles.get').join(',')
    return app.inject({
      url: `/trpc/${names}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`,
      headers,
    })
  }

  test('answers up to ten calls at once', async () => {
    const answer = await batch(10)

    expect([answer.statusCode, answer.json().length]).toEqual([200, 10])
  })

  test('refuses eleven', async () => {
    expect((await batch(11)).statusCode).toBe(400)
  })

  test('answers each call on its own', async () => {
    const input = encodeURIComponent(JSON.stringify({ 0: { id }, 1: { id: 999_999 } }))

    const answer = await app.inject({
      url: `/trpc/articles.get,articles.get?batch=1&input=${input}`,
      headers,
    })

    expect(answer.statusCode).toBe(207)
    expect(answer.json()).toMatchObject([
      { result: { data: { id } } },
      { error: { data: { code: 'NOT_FOUND' } } },
    ])
  })
})
