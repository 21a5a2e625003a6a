import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AppOptions, createApp } from '../app.ts'
import { createLog } from '../log.ts'
import { builtWeb } from '../pages/web.ts'
import { contextOf, createCaller, createPublished, createUser, dependencies } from '../testing.ts'
import { createPageStore } from './page-store.ts'
import { createReadyAnswers } from './ready-answers.ts'

const pages = createPageStore()
const editor = await createUser()
const { id, author_id } = await createPublished(editor)
const { articles } = createCaller(contextOf(editor))
const about = await articles.create({ kind: 'page', title: 'About', path: '/über/uns', content: [] })
await articles.publish({ id: about.id })

/** A server with the same page store as the others. @returns its port, and its requests that reached Fastify */
async function startServer(options: Partial<AppOptions> = {}) {
  const reached: string[] = []
  // The first hook of Fastify looks for proxies.
  const look = ({ url = '' }: IncomingMessage) => void reached.push(url)
  const app = await createApp({
    dependencies: { ...dependencies, pages, proxy_watch: { ...dependencies.proxy_watch, look } },
    web: await builtWeb(),
    log: createLog('silent'),
    ...options,
  })
  afterAll(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // it listens on a port
  return { app, port, reached }
}

const fast = await startServer()
const slow = await startServer({
  answersAhead: (...of) => ({ ...createReadyAnswers(...of), answer: () => false }),
})

const addresses = [
  '/',
  '/?page=1',
  '/?utm_source=feed&x=%20',
  `/post/${id}`,
  `/%70ost/${id}`,
  `http://elsewhere.example/post/${id}`,
  `/author/${author_id}`,
  '/privacy',
  '/%C3%BCber/uns',
  '/%c3%bcber/uns?utm_source=feed',
  '/rss.xml',
  '/feed.json',
  '/sitemap.xml',
  '/robots.txt',
  '/manifest.webmanifest',
  '/api/articles',
  '/api/articles?limit=5',
  `/api/articles/${id}`,
]

/** A last request, whose answer ends the connection. */
const LAST = 'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'

/** The bytes that a server answers to these bytes, without the moment and the id of a request. */
async function exchange({ port }: { port: number }, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('latin1').write(bytes + LAST, 'latin1')
  const answer = await text(socket)
  return answer.replace(/\r\nDate: [^\r]*/g, '').replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'an id')
}

/** The bytes of a request for an address. */
type Shape = (address: string, etag: string) => string

const request =
  (...lines: string[]): Shape =>
  (address, etag) =>
    [`GET ${address} HTTP/1.1`, 'host: x', ...lines, '', ''].join('\r\n').replaceAll('ETAG', etag)

const as =
  (start: string, shape: Shape): Shape =>
  (...of) =>
    shape(...of).replace(/^GET/, start)

/** Shapes that need no Fastify once the answer is stored. */
const ready: Record<string, Shape> = {
  GET: request(),
  HEAD: as('HEAD', request()),
  brotli: request('accept-encoding: br'),
  gzip: request('accept-encoding: gzip'),
  'what browsers accept': request('accept-encoding: gzip, deflate, br, zstd'),
  'HEAD in brotli': as('HEAD', request('accept-encoding: br')),
  'no brotli': request('accept-encoding: br;q=0, gzip'),
  'no brotli, with blanks': request('accept-encoding: br ; q=0.000 , gzip;q=0.5'),
  nothing: request('accept-encoding: gzip;q=0, br;q=0'),
  anything: request('accept-encoding: *'),
  'no encoding': request('accept-encoding:'),
  'an unknown encoding': request('accept-encoding: compress, BR'),
  'two lines of encodings': request('accept-encoding: gzip', 'accept-encoding: br'),
  'a known tag': request('accept-encoding: br', 'if-none-match: ETAG'),
  'a weak tag': request('accept-encoding: br', 'if-none-match: W/ETAG'),
  'a list of tags': request('accept-encoding: br', 'if-none-match: "a", W/"b",ETAG'),
  'two lines of tags': request('accept-encoding: br', 'if-none-match: "a"', 'if-none-match: ETAG'),
  'any tag': request('if-none-match: *'),
  'another tag': request('accept-encoding: br', 'if-none-match: "other"'),
  'the tag of another encoding': request('accept-encoding: gzip', 'if-none-match: ETAG'),
  'a date': request('if-modified-since: Mon, 23 Nov 2126 03:25:33 GMT'),
  'a range': request('range: bytes=0-9'),
  'a session and a cookie': request('authorization: Bearer x', 'cookie: a=b', 'x-session-id: abc'),
  'a client of JSON': request('accept: application/json'),
  'keep-alive': request('connection: keep-alive'),
  'a body': (...of) => `${request('content-length: 5')(...of)}hello`,
  'a body in chunks': (...of) => `${request('transfer-encoding: chunked')(...of)}5\r\nhello\r\n0\r\n\r\n`,
  'a header of other letters': request('x-name: \xe9\xff'),
  'expects to continue': request('expect: 100-continue'),
}

/** Shapes that Fastify or Node answers, always. */
const others: Record<string, Shape> = {
  'HEAD with a known tag': as('HEAD', request('accept-encoding: br', 'if-none-match: ETAG')),
  'an upgrade': request('connection: close, upgrade', 'upgrade: h2c'),
  'a proxy that is not named': request('x-forwarded-for: 203.0.113.9'),
  'HTTP/1.0': (...of) => request()(...of).replace('HTTP/1.1', 'HTTP/1.0'),
  'HTTP/1.0, keep-alive': (...of) => request('connection: keep-alive')(...of).replace('HTTP/1.1', 'HTTP/1.0'),
  'the last of its connection': request('connection: close'),
  OPTIONS: as('OPTIONS', request()),
  DELETE: as('DELETE', request()),
  POST: (...of) => `${as('POST', request('content-length: 2', 'content-type: application/json'))(...of)}{}`,
  'a method in small letters': as('get', request()),
  'no host': (...of) => request()(...of).replace('host: x\r\n', ''),
  'a header that is too long': request(`x-long: ${'x'.repeat(20_000)}`),
  'a space in the address': (address, etag) => request()(`${address} x`, etag),
}

describe.each(addresses)('%s', (address) => {
  let etag = ''
  beforeAll(async () => {
    etag =
      /^etag: (.*)\r$/m.exec(await exchange(fast, request('accept-encoding: br')(address, '')))?.[1] ?? ''
  })
  beforeEach(() => void fast.reached.splice(0))

  test.each(Object.entries(ready))('is the same without Fastify: %s', async (_name, shape) => {
    const bytes = shape(address, etag)
    const answer = await exchange(fast, bytes)

    expect(answer).toBe(await exchange(slow, bytes))
    expect(etag).toMatch(/^".*-br"$/)
    expect(answer).toMatch(/^HTTP\/1\.1 (100|200|304) /)
    expect(fast.reached).toEqual(['/healthz'])
  })

  test.each(Object.entries(others))('is answered by Fastify: %s', async (_name, shape) => {
    const bytes = shape(address, etag)

    expect(await exchange(fast, bytes)).toBe(await exchange(slow, bytes))
  })

  test('is the same in a pipeline', async () => {
    const known = request('accept-encoding: br', 'if-none-match: ETAG')
    const shapes = [request(), as('HEAD', request()), known, request()]
    const bytes = shapes.map((shape) => shape(address, etag)).join('')
    const answer = await exchange(fast, bytes)

    expect(answer).toBe(await exchange(slow, bytes))
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(
      [200, 200, 304, 200, 200].map((code) => `HTTP/1.1 ${code}`),
    )
  })
})

/** Sends a request again and again on one connection, until an answer ends it. Yields answers without their moment. */
async function* converse({ port }: { port: number }, bytes: string) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  socket.write(bytes)
  for await (const answer of socket) {
    yield String(answer).replace(/\r\nDate: [^\r]*/, '')
    if (/^connection: close/im.test(answer)) return
    socket.write(bytes)
  }
}

const head = as('HEAD', request())('/robots.txt', '')

test('a connection ends after as many requests as before', async () => {
  for (const server of [fast, slow]) {
    const answers: string[] = []
    for await (const answer of converse(server, head)) answers.push(answer)

    expect(answers).toHaveLength(1_000)
    expect(answers.at(-1)).toContain('Connection: close')
  }
})

test('a stopping server ends connections with their next answer', async () => {
  const { app, port } = await startServer()
  const answers = converse({ port }, head)
  await answers.next()
  expect((await answers.next()).value).toContain('Connection: keep-alive')

  const closed = app.close()

  expect((await answers.next()).value).toMatch(/^connection: close\r$/im)
  await answers.return()
  await closed
})

test('an answer is sent until what it shows changes', async () => {
  const get = request()('/api/articles', '')
  const before = await exchange(fast, get)
  await createPublished()
  pages.drop('everything')

  const after = await exchange(fast, get)

  expect(after).not.toBe(before)
  expect(after).toBe(await exchange(slow, get))
})
