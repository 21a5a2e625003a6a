import { type IncomingMessage, type ServerResponse, validateHeaderValue } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { createRequestCounts, kindOf, type RequestCount } from '../http/requests.ts'
import { KEEP_ALIVE_TIMEOUT, MAX_REQUESTS_PER_SOCKET } from '../http/server.ts'
import type { PageStore } from './page-store.ts'
import { chooseEncoding, isKnown, type Representation } from './stored-page.ts'

export type ReadyAnswers = ReturnType<typeof createReadyAnswers>

/** An address as clients send it. Several addresses may have one key. */
interface Address {
  key: string
  /** Headers that depend on the address, such as those for security. */
  headers: Headers
  answers: WeakMap<Representation, Answers>
  sent: Record<keyof Answers, RequestCount>
}

interface Answers {
  whole: Answer
  head: Answer
  unchanged: Answer
}

/** How many addresses are remembered, and how many characters one may have. */
const MAX_ADDRESSES = 2_000
const MAX_ADDRESS_LENGTH = 200

/** Whether a request may be answered now. If not, Fastify refuses it. */
export type Admit = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Answers of the page store for addresses that were asked for before, sent ahead of Fastify: its hooks, router and reply,
 * and the assembly of some fifteen headers, cost more than everything else about such an answer. The bytes are the same.
 */
export function createReadyAnswers(pages: PageStore, admit: Admit) {
  const addresses = new LRUCache<string, Address>({ max: MAX_ADDRESSES })
  const counts = createRequestCounts()
  let isStopped = false

  return {
    /** Answers a request whose answer is stored. @returns false when Fastify has to answer it */
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      const { method, url = '', headers } = request
      if (isStopped || (method !== 'GET' && method !== 'HEAD') || !isUsual(request, response)) return false
      const address = addresses.get(url)
      const page = address && pages.current(address.key)
      if (!page) return false
      const representation = page[chooseEncoding(headers['accept-encoding'])]
      const isUnchanged = isKnown(headers['if-none-match'], representation.etag)
      if ((isUnchanged && method === 'HEAD') || !admit(request, response)) return false
      const kind = isUnchanged ? 'unchanged' : method === 'HEAD' ? 'head' : 'whole'
      address.sent[kind].total++
      send(response, completeAnswer(answersOf(address, representation)[kind]))
      return true
    },
    /** Remembers the address of a request that `key` of the page store answers. Call it before the page’s own headers are set. */
    remember(request: FastifyRequest, reply: FastifyReply, key: string): void {
      const { originalUrl } = request
      if (originalUrl.length > MAX_ADDRESS_LENGTH || addresses.peek(originalUrl)?.key === key) return
      const kind = kindOf(request)
      const [whole, unchanged] = [counts.of(kind, 200), counts.of(kind, 304)]
      const sent = { whole, head: whole, unchanged }
      addresses.set(originalUrl, { key, headers: { ...reply.getHeaders() }, answers: new WeakMap(), sent })
    },
    /** Leaves all further requests to Fastify, which ends their connections while the server stops. */
    stop(): void {
      isStopped = true
    },
    counts,
  }
}

/** Not the last request of its connection, nor one that waits for the answer to another or has a slow reader. */
const isUsual = ({ httpVersion, headers }: IncomingMessage, response: ServerResponse) =>
  httpVersion === '1.1' &&
  headers.upgrade === undefined &&
  response.shouldKeepAlive &&
  Reflect.get(response, 'maxRequestsOnConnectionReached') !== true &&
  response.socket?.writableNeedDrain === false

/** Writes an answer in one piece. The response then ends as `end` ends it: when the system has taken all bytes. */
function send(response: ServerResponse, answer: Buffer | string) {
  response.socket?.write(answer, 'latin1', (error) => {
    if (!error) response.emit('finish')
  })
}

function answersOf({ headers, answers }: Address, representation: Representation): Answers {
  const known = answers.get(representation)
  if (known) return known
  const ok = `HTTP/1.1 200 OK\r\n${linesOf({ ...headers, ...representation.headers })}`
  const notModified = `HTTP/1.1 304 Not Modified\r\n${linesOf({ ...headers, ...representation.unchanged })}`
  const made = {
    whole: { head: ok, body: representation.body },
    head: { head: ok, body: '' },
    unchanged: { head: notModified, body: '' },
  }
  answers.set(representation, made)
  return made
}

const CONNECTION = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_TIMEOUT / 1000}, max=${MAX_REQUESTS_PER_SOCKET}\r\n\r\n`

/** An answer without the headers that Node adds to the last: the time, and how long the connection stays open. */
interface Answer {
  head: string
  body: string
}

/** Bytes of the answers that are kept complete. There is no limit to the addresses that clients may ask for. */
const MAX_COMPLETE = 8 * 1024 * 1024

let second = 0
let end = ''
let room = MAX_COMPLETE
const complete = new Map<Answer, Buffer>()

/** The whole answer, as `latin1`. Within one second its bytes are made once: to write a string costs more. */
export function completeAnswer(answer: Answer): Buffer | string {
  const now = Math.floor(Date.now() / 1000)
  if (now !== second) {
    second = now
    end = `Date: ${new Date(now * 1000).toUTCString()}\r\n${CONNECTION}`
    room = MAX_COMPLETE
    complete.clear()
  }
  return complete.get(answer) ?? join(answer)
}

function join(answer: Answer): Buffer | string {
  const text = answer.head + end + answer.body
  if (text.length > room) return text
  const bytes = Buffer.from(text, 'latin1')
  room -= bytes.length
  complete.set(answer, bytes)
  return bytes
}

type Headers = Readonly<Record<string, string | number | string[] | undefined>>

/** Headers as they are sent, one per line. @throws when a value could end its line */
function linesOf(headers: Headers): string {
  const lines = Object.entries(headers).map(([name, value]) => {
    validateHeaderValue(name, String(value))
    return `${name}: ${value}\r\n`
  })
  return lines.join('')
}
