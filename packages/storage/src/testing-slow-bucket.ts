import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { S3Options } from './s3.ts'

/** What a request to a bucket does. `part` to `abort` are the steps of a file that is written in parts. */
export type S3Request =
  | 'bucket'
  | 'put'
  | 'get'
  | 'head'
  | 'delete'
  | 'list'
  | 'begin'
  | 'part'
  | 'complete'
  | 'abort'
  | 'uploads'
  | 'parts'

export interface Fault {
  /** The answer begins after so many milliseconds. */
  answers_after?: number
  /** Bytes of a body that are read each second; the kernel holds a few megabytes more. */
  reads_at?: number
  /** Bytes of an answer after which its connection is closed; 0 closes it without an answer. */
  closes_after?: number
  /** Bytes of an answer after which nothing more comes. */
  stops_after?: number
  /** Answers 500 instead. */
  fails?: boolean
}

export interface SlowBucket extends AsyncDisposable {
  options: S3Options
  /** Can be changed at any time, for the requests that begin after. */
  faults: Partial<Record<S3Request, Fault>>
  /** An object is in lists when it is so many milliseconds old. */
  lists_after: number
  /** How often each kind of request has come. */
  readonly requests: Partial<Record<S3Request, number>>
  /** Files of which parts were written, and nothing else. */
  unfinished(): string[]
}

interface Stored {
  bytes: Buffer
  at: Date
}

interface Asked {
  method: string | undefined
  key: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
}

type Answer = [status: number, content?: Buffer | string, headers?: Record<string, string>]

/**
 * A server that speaks as much of S3 as a store needs, in memory and without signatures, and has the faults that it is told.
 * @param hint seconds of `Keep-Alive: timeout=…` in each answer
 */
export async function startSlowBucket({ hint = 5, port = 0 } = {}): Promise<SlowBucket> {
  const objects = new Map<string, Stored>()
  const begun = new Map<string, { key: string; at: Date; parts: Map<number, Buffer> }>()
  let exists = false
  let last = 0

  // It never closes a connection that it does not use.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    answer(request, response).catch(() => request.socket.destroy())
  })

  const bucket: SlowBucket = {
    options: { endpoint: '', bucket: 'slow', accessKey: 'someone', secretKey: 'something' },
    faults: {},
    lists_after: 0,
    requests: {},
    unfinished: () => [...begun.values()].map(({ key }) => key),
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://bucket')
    const key = decodeURIComponent(pathname.split('/').slice(2).join('/'))
    const kind = kindOf(request.method, key, query)
    bucket.requests[kind] = (bucket.requests[kind] ?? 0) + 1
    const { answers_after = 0, reads_at, closes_after, stops_after, fails } = bucket.faults[kind] ?? {}
    const body = await readBody(request, reads_at)
    await delay(answers_after)
    if (closes_after === 0) return void request.socket.destroy()
    const [status, content = '', headers = {}] = fails
      ? ([500, errorOf('InternalError')] satisfies Answer)
      : respond[kind]({ method: request.method, key, query, headers: request.headers, body })
    const bytes = Buffer.from(content)
    response.writeHead(status, {
      'content-length': bytes.length,
      connection: 'keep-alive',
      'keep-alive': `timeout=${hint}`,
      ...headers,
    })
    const cut = closes_after ?? stops_after
    if (cut === undefined || request.method === 'HEAD') return void response.end(bytes)
    await new Promise((resolve) => response.write(bytes.subarray(0, cut), resolve))
    if (closes_after !== undefined) request.socket.destroy()
  }

  const respond: Record<S3Request, (asked: Asked) => Answer> = {
    bucket({ method }) {
      exists ||= method === 'PUT'
      return [exists ? 200 : 404]
    },
    put({ key, headers, body }) {
      if (objects.has(key) && headers['if-none-match'] === '*') return [412, errorOf('PreconditionFailed')]
      objects.set(key, { bytes: body, at: new Date() })
      return [200, '', { etag: etag(body) }]
    },
    get({ key, headers: { range = '' } }) {
      const stored = objects.get(key)
      if (!stored) return [404, errorOf('NoSuchKey')]
      const about = { etag: etag(stored.bytes), 'last-modified': stored.at.toUTCString() }
      const [, from, to] = /bytes=(\d+)-(\d*)/.exec(range) ?? []
      if (from === undefined) return [200, stored.bytes, about]
      return [206, stored.bytes.subarray(Number(from), to ? Number(to) + 1 : undefined), about]
    },
    head: (asked) => respond.get(asked),
    delete({ key }) {
      if (!exists) return [404, errorOf('NoSuchBucket')]
      objects.delete(key)
      return [204]
    },
    list({ query }) {
      const entries = [...objects]
        .filter(([key, { at }]) => isIn(key, query) && Date.now() - at.getTime() >= bucket.lists_after)
        .map(
          ([key, { bytes, at }]) =>
            `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><ETag>${etag(bytes)}</ETag><Size>${bytes.length}</Size></Contents>`,
        )
      return [200, listOf('ListBucketResult', entries)]
    },
    begin({ key }) {
      const id = `upload-${++last}`
      begun.set(id, { key, at: new Date(), parts: new Map() })
      return [
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      ]
    },
    part({ query, body }) {
      begun.get(query.get('uploadId') ?? '')?.parts.set(Number(query.get('partNumber')), body)
      return [200, '', { etag: etag(body) }]
    },
    complete({ key, query }) {
      const id = query.get('uploadId') ?? ''
      const parts = [...(begun.get(id)?.parts ?? [])].sort(([one], [other]) => one - other)
      begun.delete(id)
      const bytes = Buffer.concat(parts.map(([, part]) => part))
      objects.set(key, { bytes, at: new Date() })
      const about = `<Location>/</Location><Bucket>slow</Bucket><Key>${key}</Key><ETag>"whole"</ETag>`
      return [200, `<CompleteMultipartUploadResult>${about}</CompleteMultipartUploadResult>`]
    },
    abort({ query }) {
      begun.delete(query.get('uploadId') ?? '')
      return [204]
    },
    uploads({ query }) {
      if (!exists) return [404, errorOf('NoSuchBucket')]
      const entries = [...begun]
        .filter(([, { key }]) => isIn(key, query))
        .map(
          ([id, { key, at }]) =>
            `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
        )
      return [200, listOf('ListMultipartUploadsResult', entries)]
    },
    parts: () => [200, listOf('ListPartsResult', [])],
  }

  await once(server.listen(port, '127.0.0.1'), 'listening')
  const address = server.address() as AddressInfo // it listens on a port
  bucket.options.endpoint = `http://127.0.0.1:${address.port}`
  return bucket
}

function kindOf(method: string | undefined, key: string, query: URLSearchParams): S3Request {
  if (query.has('uploads')) return method === 'POST' ? 'begin' : 'uploads'
  if (query.has('uploadId')) return OF_PARTS[method ?? ''] ?? 'parts'
  if (query.has('list-type')) return 'list'
  if (key === '') return 'bucket'
  return OF_OBJECTS[method ?? ''] ?? 'get'
}

const OF_PARTS: Record<string, S3Request> = { PUT: 'part', POST: 'complete', DELETE: 'abort' }
const OF_OBJECTS: Record<string, S3Request> = { PUT: 'put', HEAD: 'head', DELETE: 'delete' }

async function readBody(request: IncomingMessage, reads_at?: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    if (reads_at !== undefined) await delay((chunk.length / reads_at) * 1000)
  }
  return Buffer.concat(chunks)
}

const etag = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`

const isIn = (key: string, query: URLSearchParams) => key.startsWith(query.get('prefix') ?? '')

const listOf = (name: string, entries: string[]) =>
  `<${name}><IsTruncated>false</IsTruncated>${entries.join('')}</${name}>`

const errorOf = (code: string) => `<Error><Code>${code}</Code><Message>${code}</Message></Error>`
