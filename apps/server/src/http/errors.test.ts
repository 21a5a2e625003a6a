import { SERVER_ERROR } from '@nightdesk/contracts'
import { connect } from '@nightdesk/db'
import { ObjectNotFound, StorageUnavailable } from '@nightdesk/storage'
import { afterAll, describe, expect, test } from 'vitest'
import { createViewRecorder } from '../analytics/view-recorder.ts'
import { createTokens } from '../keys.ts'
import { createLog } from '../log.ts'
import { createPageStore } from '../page-store/page-store.ts'
import { bearer, createArticle, createUser, dependencies, signIn, testApp } from '../testing.ts'
import { answerTo } from './errors.ts'

describe('the answer to a caller', () => {
  const failure = (properties: object) => Object.assign(new Error('secret'), properties)

  test.each([
    ['a bug', new TypeError('secret'), 500],
    ['nothing at all', undefined, 500],
    ['a text', 'secret', 500],
    ['a refused connection', failure({ code: 'ECONNREFUSED' }), 503],
    ['a name that is not found', failure({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }), 503],
    ['a socket that is not there', failure({ code: 'ENOENT', syscall: 'connect' }), 503],
    ['a file that is not there', failure({ code: 'ENOENT', syscall: 'open' }), 500],
    ['a restarting database', failure({ code: '57P01' }), 503],
    ['a starting database', failure({ code: '57P03' }), 503],
    ['too many connections', failure({ code: '53300' }), 503],
    ['a slow statement', failure({ code: '57014' }), 503],
    ['a lost connection', new Error('Connection terminated unexpectedly'), 503],
    ['a connection that was given up', new Error('Client was closed and is not queryable'), 503],
    ['a full pool', new Error('timeout exceeded when trying to connect'), 503],
    ['a lost storage', new StorageUnavailable('secret'), 503],
    ['a lost object', new ObjectNotFound('secret'), 500],
    ['a deadlock', failure({ code: '40P01' }), 409],
    ['a lock that took too long', failure({ code: '55P03' }), 409],
    ['a second one of its kind', failure({ code: '23505' }), 409],
    ['a broken rule of the database', failure({ code: '23514' }), 500],
    ['NUL that came through', failure({ code: '22P05' }), 422],
  ])('of %s', (_what, error, status) => {
    const answer = answerTo(error, 'id')

    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.body)).not.toContain('secret')
    expect('retry-after' in answer.headers).toBe(status === 503)
    if (status >= 500) expect(answer.body.error).toBe(SERVER_ERROR)
  })
})

describe('while the database is away', async () => {
  const away = connect('postgres://someone:hunter2@127.0.0.2:1/nightdesk?password=hunter2')
  afterAll(away.close)
  const lines: string[] = []
  const overrides = { db: away.db, views: createViewRecorder(away, 'UTC'), pages: createPageStore() }
  const app = await testApp(overrides, createLog('info', { write: (line) => lines.push(line) }))
  const headers = bearer(await signIn(await createUser()))
  const { id } = await createArticle()
  const login = { username: 'ada@example.org', password: 'correct horse' }
  const view = { session_id: 'abcdefgh' }
  const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' }

  test.each([
    ['a call', { url: '/admin/articles', headers }],
    ['a procedure', { url: '/trpc/articles.list', headers }],
    ['a save', { method: 'PUT', url: `/admin/articles/${id}`, headers, payload: { title: 'B' } }],
    ['a sign-in', { method: 'POST', url: '/admin/login', payload: login }],
    [
      'a view',
      {
        method: 'POST',
        url: `/api/articles/${id}/view`,
        payload: view,
        headers: firefox,
      },
    ],
    ['a public call', { url: `/api/articles/${id}` }],
    ['a page', { url: '/' }],
    ['an article', { url: `/post/${id}` }],
    ['a search', { url: '/search?q=ferry' }],
    ['the first setup', { url: '/admin/setup', headers: { accept: 'text/html' } }],
    ['the readiness check', { url: '/readyz' }],
  ] as const)('%s is answered with 503, the time to retry, and no secret', async (_what, request) => {
    const answer = await app.inject(request)

    expect(answer.statusCode).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.body).not.toMatch(/hunter2|someone|127\.0\.0\.2|ECONN|postgres/)
  })

  test('the log has the reason, and no secret', () => {
    expect(lines.join()).toContain('ECONNREFUSED')
    expect(lines.join()).not.toMatch(/hunter2/)
  })

  test('the process is healthy, and answers what needs no database', async () => {
    const answers = await Promise.all(['/healthz', '/privacy', '/openapi.json'].map((url) => app.inject(url)))

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  })
})

test('a forged token does not reach the database', async () => {
  const away = connect('postgres://127.0.0.1:1/x')
  afterAll(away.close)
  const app = await testApp({ db: away.db })
  const token = await createTokens({ current: new Uint8Array(32), previous: null }).sign({
    user_id: 1,
    session: 'x',
    expires_at: '2999-01-01T00:00:00Z',
  })

  const answer = await app.inject({ url: '/admin/articles', headers: bearer({ token }) })

  expect(answer.statusCode).toBe(401)
})

test('a 401 has the header WWW-Authenticate', async () => {
  const app = await testApp()

  const answer = await app.inject({ url: '/admin/articles', headers: { accept: 'application/json' } })

  expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer'])
})

test('a bug is a 500 without details, and is logged with its cause', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const broken = { ...dependencies.storage, put: () => Promise.reject(new Error('hidden')) }
  const now = () => {
    throw new Error('The clock of postgres://someone:hunter2@db/x stopped')
  }
  const app = await testApp({ storage: broken, now }, log)
  const headers = bearer(await signIn(await createUser({ role: 'admin' })))

  const answer = await app.inject({ url: '/admin/system/status', headers })

  expect(answer.json()).toMatchObject({ error: SERVER_ERROR, code: 'INTERNAL_ERROR' })
  expect(answer.body).not.toMatch(/clock|hunter2/)
  expect(lines.join()).toContain('The clock of postgres://[redacted]@db/x stopped')
})
