import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { bearer, createArticle, createUser, signIn, testApp } from '../testing.ts'

const app = await testApp()
const admin = await createUser({ role: 'admin' })
const headers = bearer(await signIn(admin))
const { id } = await createArticle(admin)

const rest = (options: InjectOptions) =>
  app.inject({ headers: { ...headers, 'content-type': 'application/json' }, ...options })

const trpc = (path: string, input: unknown) =>
  app.inject({ url: `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`, headers })

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
  const routes = [
    ['GET', '/admin/articles/:id'],
    ['PUT', '/admin/articles/:id'],
    ['DELETE', '/admin/articles/:id'],
    ['PATCH', '/admin/users/:id'],
    ['GET', '/api/articles/:id'],
    ['POST', '/api/articles/:id/view'],
  ] as const

  test.each(routes)('that is invalid is 404 on %s %s', async (method, url) => {
    for (const text of bad) {
      const payload = method === 'GET' ? undefined : { session_id: 'abcdefgh' }
      const answer = await rest({ method, url: url.replace(':id', text), payload })

      expect([text, answer.statusCode, answer.json().code]).toEqual([text, 404, 'NOT_FOUND'])
    }
  })

  test('that is invalid is 404 on tRPC', async () => {
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
    const other = await createArticle(admin)

    const put = await rest({
      method: 'PUT',
      url: `/admin/articles/${id}`,
      payload: { id: other.id, title: 'Mine' },
    })
    const get = await rest({ url: `/admin/articles/${id}?id=${other.id}` })

    expect([put.json().article.id, get.json().id]).toEqual([id, id])
  })
})

describe('a refusal is a sentence for a person', () => {
  const article = { method: 'POST', url: '/admin/articles' } as const
  const user = { method: 'POST', url: '/admin/users' } as const
  const ada = { username: 'ada@example.org', full_name: 'Ada', role: 'author' }

  test.each([
    ['Limit must be at least 1', { url: '/admin/articles?limit=0' }],
    ['Limit must be at most 100', { url: '/admin/articles?limit=101' }],
    ['Page must be at most 100,000', { url: '/admin/articles?page=100001' }],
    ['Page must be a whole number', { url: '/admin/articles?page=1.5' }],
    ['Page must be a whole number', { url: '/admin/articles?page=x' }],
    ['State must be one of draft, published, archived, deleted', { url: '/admin/articles?state=x' }],
    ['The request must be a JSON object', { ...article, payload: [] }],
    [
      'Poster image id is not valid',
      { ...article, payload: { title: 'A', content: [], poster_image_id: 'x' } },
    ],
    ['Role is required', { ...user, payload: { ...ada, role: undefined } }],
    ['Role must be one of admin, editor, author', { ...user, payload: { ...ada, role: 'owner' } }],
    [
      'With unsaved must be true or false',
      { method: 'POST', url: `/admin/articles/${id}/previews`, payload: { with_unsaved: 'yes' } },
    ],
    [
      'Base version must be a whole number',
      { method: 'PUT', url: `/admin/articles/${id}`, payload: { base_version: {} } },
    ],
    ['Title is required', { ...article, payload: { title: 1, content: [] } }],
  ] as [string, InjectOptions][])('%s', async (message, options) => {
    const answer = await rest(options)

    expect([answer.statusCode, answer.json()]).toMatchObject([422, { error: message, fields: [{ message }] }])
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
    'limit=0x10',
    'limit=1e1',
    'limit=+5',
    'limit=%205',
    'limit=5.0',
    'limit=٣',
    'page=0',
    'page=x',
    'sort=id',
    'state=x',
    'q=%00',
  ])('but not ?%s', async (query) => {
    expect((await rest({ url: `/admin/articles?${query}` })).statusCode).toBe(422)
  })
})
