import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { bearer, createArticle, createUser, signIn, testApp } from '../testing.ts'

const app = await testApp()
const editor = await createUser({ role: 'admin' })
const headers = bearer(await signIn(editor))
const { id } = await createArticle(editor)
const json = { ...headers, 'content-type': 'application/json' }
const TRACE = 'TRACE' as 'GET' // inject sends it, though its type does not say so
const uuid = expect.stringMatching(/^[\da-f-]{36}$/)

const rest = (options: InjectOptions) => app.inject({ headers: json, ...options })

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

  test('with at most 20 fields, without their values', async () => {
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
  const latin1 = Buffer.from('{"title":"Café","content":[]}', 'latin1')
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
      '__proto__ in the first of two inputs',
      400,
      'BAD_REQUEST',
      { url: `/trpc/articles.get?input={"id":${id},"__proto__":{}}&input=` },
    ],
    [
      '__proto__ deep in content',
      400,
      'BAD_REQUEST',
      { ...create, payload: '{"title":"A","content":[{"__proto__":1}]}' },
    ],
    ['another encoding', 400, 'BAD_REQUEST', { ...create, payload: latin1 }],
    ['another encoding for tRPC', 400, 'BAD_REQUEST', { ...procedure, payload: latin1 }],
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
    ['another method for the upload', 405, 'METHOD_NOT_ALLOWED', { method: 'PUT', url: '/admin/upload' }],
    ['TRACE', 405, 'METHOD_NOT_ALLOWED', { method: TRACE, url: '/admin/articles' }],
    ['TRACE for tRPC', 405, 'METHOD_NOT_ALLOWED', { method: TRACE, url: '/trpc/articles.get' }],
    [
      'PUT for tRPC',
      405,
      'METHOD_NOT_ALLOWED',
      { method: 'PUT', url: '/trpc/articles.publish', payload: '{}' },
    ],
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
    ['a procedure whose name is decoded once', 404, 'NOT_FOUND', { url: '/trpc/%25' }],
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

  test.each([
    [`/admin/articles/${id}`, 'GET, HEAD, PUT, DELETE'],
    ['/admin/upload', 'POST'],
    ['/admin/imports', 'GET, HEAD, POST'],
    ['/', 'GET, HEAD'],
    [`/post/${id}?page=1`, 'GET, HEAD'],
    [`/post/${id}.epub`, 'GET, HEAD'],
    ['/your-data', 'GET, HEAD, POST'],
    ['/policy-reports', 'POST'],
    ['/assets/site.css', 'HEAD, GET'],
    ['/robots-txt', undefined],
  ])('a wrong method at %s names the right ones', async (url, allowed) => {
    const answer = await rest({ method: 'PATCH', url })

    expect([answer.statusCode, answer.headers.allow]).toEqual([allowed === undefined ? 404 : 405, allowed])
  })
})
