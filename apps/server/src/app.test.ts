import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { PageStore } from './page-store/page-store.ts'
import { bearer, createUser, dependencies, signIn, testApp } from './testing.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const app = await testApp()
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo // it listens on a port
// Without users, the admin redirects to its setup.
await createUser()

/** Sends a raw request that no client sends, and returns the whole answer. */
async function send(...lines: string[]) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write([...lines, 'Host: localhost', 'Connection: close', '', ''].join('\r\n'))
  return text(socket)
}

// These were once a 500, and calls among them could be stored by a proxy.
test.each([
  ['GET http://evil.example/ HTTP/1.1', '200 OK'],
  ['GET http://evil.example HTTP/1.1', '200 OK'],
  ['GET http://evil.example/nowhere HTTP/1.1', '404 Not Found'],
  ['GET gopher://evil.example/nowhere HTTP/1.1', '404 Not Found'],
  ['GET HTTPS://user@evil.example/admin?x HTTP/1.1', '200 OK'],
  ['GET //evil.example/nowhere HTTP/1.1', '404 Not Found'],
  ['GET /\\evil HTTP/1.1', '404 Not Found'],
  ['GET /assets/ HTTP/1.1', '404 Not Found'],
])('%s is answered with %s', async (line, status) => {
  const answer = await send(line, 'Accept: text/html')

  expect(answer).toContain(`HTTP/1.1 ${status}\r\n`)
  expect(answer).not.toContain('evil.example/')
})

// These were once a 500, and an error in the log.
test.each([
  'If-Match: "other"',
  'If-Unmodified-Since: Mon, 01 Jan 2001 00:00:00 GMT',
  'Range: bytes=999999-',
])('a built file is sent whole to a request with %s, as a page is', async (header) => {
  for (const path of ['/', '/favicon.ico'])
    expect(await send(`GET ${path} HTTP/1.1`, header)).toContain('HTTP/1.1 200 OK\r\n')
})

test.each([
  ['what is no HTTP', 'GET / HTTP/9.9', '400 Bad Request'],
  ['a header without a name', 'GET / HTTP/1.1\r\n: nameless', '400 Bad Request'],
  [
    'too many headers',
    `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(20_000)}`,
    '431 Request Header Fields Too Large',
  ],
])('%s is answered with the one error body and the security headers', async (_what, line, status) => {
  const [head = '', body = ''] = (await send(line)).split('\r\n\r\n')

  expect(head).toContain(`HTTP/1.1 ${status}\r\n`)
  expect(head).toContain('x-content-type-options: nosniff\r\n')
  expect(head).toContain("content-security-policy: default-src 'none'")
  expect(JSON.parse(body)).toMatchObject({ success: false, code: 'BAD_REQUEST' })
})

// Node ends such requests before anything reads them.
test.each([
  ['POST /admin/login', 'application/json', '422 Unprocessable Entity'],
  ['POST /trpc/auth.login', 'application/json', '400 Bad Request'],
  ['POST /admin/upload', 'multipart/form-data; boundary=x', '422 Unprocessable Entity'],
  ['POST /policy-reports', 'application/csp-report', '400 Bad Request'],
])('%s of type %s without a body and without its length is answered', async (call, type, status) => {
  const { authorization } = bearer(await signIn(await createUser()))

  const answer = await send(`${call} HTTP/1.1`, `Content-Type: ${type}`, `Authorization: ${authorization}`)

  expect(answer).toContain(`HTTP/1.1 ${status}\r\n`)
})

const CLOSED = ['cache-control: no-store', "frame-ancestors 'none'"]

/** Spellings of an address that find a route; its header rules must match them too. */
test.each([
  ['/%61dmin/profile', [...CLOSED, 'vary: Accept, Authorization']],
  ['/admin/profil%65#top', [...CLOSED, 'vary: Accept, Authorization']],
  ['/admin#top', CLOSED],
  ['http://evil.example/%61dmin/profile', CLOSED],
  ['/%74rpc/profile.get', CLOSED],
  ['/tr%70c/profile.get?batch=%31', CLOSED],
  [`/%70review/${'A'.repeat(43)}`, [...CLOSED, 'referrer-policy: no-referrer', 'x-robots-tag: noindex']],
  [`/accept%2Dinvite/${'A'.repeat(43)}`, [...CLOSED, 'referrer-policy: no-referrer']],
  [`/reset%2dpassword/${'A'.repeat(43)}#x`, [...CLOSED, 'referrer-policy: no-referrer']],
  ['/%61pi/articles', ["content-security-policy: default-src 'none'; base-uri 'none'"]],
])('%s is answered under the rules of its route', async (address, headers) => {
  const answer = await send(`GET ${address} HTTP/1.1`, 'Accept: text/html')

  for (const header of headers) expect(answer.toLowerCase()).toContain(header.toLowerCase())
})

test.each([
  '//admin/profile',
  '/admin//profile',
  '/./admin/profile',
  '/x/../admin/profile',
  '/%2e%2e/admin/profile',
  '/Admin/profile',
  '/ADMIN/profile',
  '/admin./profile',
  '/admin%2Fprofile',
  '/admin\\profile',
  '/%2561dmin/profile',
  '/admin;x/profile',
  '/%6%31dmin/profile',
  '/%%36%31dmin/profile',
])('%s is an unknown address', async (address) => {
  const answer = await send(`GET ${address} HTTP/1.1`, 'Accept: application/json')

  expect(answer).toMatch(/^HTTP\/1\.1 40[04] /)
})

test('a page has one address in every spelling, and so one entry in the page store', async () => {
  const keys: string[] = []
  const pages: PageStore = {
    ...dependencies.pages,
    get(key, ...rest) {
      keys.push(key)
      return dependencies.pages.get(key, ...rest)
    },
  }
  const own = await testApp({ pages })

  for (const url of ['/tag/lamp', '/t%61g/lamp', '/tag/%6Camp', '/t%61g/%6camp?x=1']) await own.inject(url)

  expect(new Set(keys)).toEqual(new Set(['/tag/lamp']))
})

test('a call with an absolute address is not stored', async () => {
  const answer = await send('GET http://evil.example/admin/articles HTTP/1.1')

  expect(answer).toContain('HTTP/1.1 401 Unauthorized\r\n')
  expect(answer).toContain('cache-control: no-store\r\n')
})

test('a request in progress is finished when the server stops', async () => {
  const [arrived, stored] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()]
  const record = () => {
    arrived.resolve()
    return stored.promise
  }
  const own = await testApp({ views: { record, onBatch: () => {} } })
  const url = `${await own.listen({ port: 0, host: '127.0.0.1' })}/api/articles/1/view`
  const headers = { 'content-type': 'application/json', 'user-agent': firefox }
  const answer = fetch(url, { method: 'POST', headers, body: '{"session_id":"abcdefgh"}' })
  await arrived.promise

  const closing = own.close()
  stored.resolve(true)

  expect((await answer).status).toBe(200)
  await closing
})
