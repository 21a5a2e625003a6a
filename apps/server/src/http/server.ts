import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { AppError } from '@nightdesk/contracts'
import type { FastifyInstance } from 'fastify'
import { parse } from 'secure-json-parse'
import { answerTo } from './errors.ts'

/** Milliseconds. */
export const KEEP_ALIVE_TIMEOUT = 72_000
export const MAX_REQUESTS_PER_SOCKET = 1_000

const OPTIONS = {
  // Milliseconds.
  // That of headers is below; that of bodies has exceptions.
  requestTimeout: 0,
  headersTimeout: 10_000,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
  // A request without a body is no stream, which saves a tenth of the time of a stored answer.
  optimizeEmptyRequests: true,
}
const IDLE_TIMEOUT = 60_000

/** The HTTP server below Fastify, with its limits. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(OPTIONS, (request, response) => {
    limitBodyTime(server, request)
    listener(request, response)
  })
  server.setTimeout(IDLE_TIMEOUT)
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET
  server.maxConnections = 2_000
  return server
}

/** Milliseconds. 5 MB over a slow line take a while. */
export const BODY_TIMEOUT = 60_000

const unlimited = new WeakSet<IncomingMessage>()

/**
 * Refuses a request whose body takes too long, as Node does with `requestTimeout`, which has no exceptions. A body that has
 * arrived with its headers, as nearly all do, needs no timer.
 */
export function limitBodyTime(server: Server, request: IncomingMessage, timeout = BODY_TIMEOUT): void {
  const { headers } = request
  if (headers['transfer-encoding'] === undefined && headers['content-length'] === undefined) return
  setImmediate(startTimer, server, request, timeout)
}

function startTimer(server: Server, request: IncomingMessage, timeout: number) {
  if (request.complete || request.destroyed) return
  const timer = setTimeout(() => {
    if (request.complete || unlimited.has(request)) return
    const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    server.emit('clientError', error, request.socket)
  }, timeout).unref()
  request.once('close', () => clearTimeout(timer))
}

/** For files: they may take as long as their bytes keep coming. */
export function allowSlowBody(request: IncomingMessage): void {
  unlimited.add(request)
}

/**
 * The canonical form of a request’s address, for header rules, routes and the page store: without scheme, host and
 * fragment, and with letters, digits and `-._~` unescaped (RFC 3986, 6.2.2.2). Routes decode `%61dmin`; other code would
 * not see that it is `admin`.
 */
export function canonicalAddress(target: string): string {
  const address = target.replace(/^[a-z]+:\/\/[^/?#]*\/?/i, '/').replace(/#.*$/s, '')
  const query = address.indexOf('?')
  const path = query === -1 ? address : address.slice(0, query)
  // An invalid escape stays as it is: decoding next to it could create an escape, as in `%6%31`.
  if (!path.includes('%') || /%(?![\da-f]{2})/i.test(path)) return address
  const decoded = path.replace(/%(2[DE]|3\d|[46][1-9A-F]|[57][0-9A]|5F|7E)/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return query === -1 ? decoded : decoded + address.slice(query)
}

/** The status for errors of Node’s parser; 400 for any other. */
const STATUS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Answers a request that is no HTTP, and so reaches no route, with the one error body and the usual headers. */
export function malformedRequestHandler(headers: Record<string, string>) {
  return ({ code = '' }: NodeJS.ErrnoException, socket: Socket) => {
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const status = STATUS[code] ?? 400
    const error = new AppError('BAD_REQUEST', 'The request could not be read. Please check its format.')
    const body = JSON.stringify(answerTo(error, randomUUID()).body)
    const sent: Record<string, string | number> = {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      connection: 'close',
    }
    const head = Object.entries(sent).map(([name, value]) => `${name}: ${value}`)
    socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', body].join('\r\n'))
    socket.destroySoon()
  }
}

/** Parses JSON for every adapter. @throws BAD_REQUEST for invalid JSON and for `__proto__` */
export function parseJson(text: string): unknown {
  try {
    return parse(text)
  } catch (cause) {
    throw new AppError('BAD_REQUEST', 'The request is not valid JSON', { cause })
  }
}

/** A body as text. Refuses other encodings than UTF-8, whose letters would silently be lost. */
export function readText(body: Buffer): string {
  if (!isUtf8(body)) throw new AppError('BAD_REQUEST', 'The request is not written in UTF-8')
  return body.toString()
}

/** Takes no body but an empty one, with any content type. A scope adds parsers for what its routes take. */
export function refuseBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  // A request without a length has ended already (`optimizeEmptyRequests`), and a parser would wait for its end.
  app.addHook('preParsing', (request, _reply, payload, done) =>
    done(null, request.raw.readableEnded && request.headers['content-type'] ? Readable.from([]) : payload),
  )
}

/** An empty body counts as none. */
export function useJsonBodies(app: FastifyInstance) {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (_request: unknown, body: Buffer, done: (error: null, parsed: unknown) => void) => {
      const text = readText(body)
      done(null, text.trim() === '' ? undefined : parseJson(text))
    },
  )
}
