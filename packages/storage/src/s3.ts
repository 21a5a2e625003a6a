import http from 'node:http'
import https from 'node:https'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Client, S3Error } from 'minio'
import { checkedKey, checkedName, isKey, isName } from './keys.ts'
import type { ByteRange, LargeFiles, Store, StoredObject } from './store.ts'
import { ignoreNotFound, ObjectExists, ObjectNotFound, StorageFull, StorageUnavailable } from './store.ts'

export interface S3Options {
  /** `https://s3.example.org`, with an optional port. */
  endpoint: string
  bucket: string
  accessKey: string
  secretKey: string
  /** Default: `us-east-1`, which servers other than Amazon’s accept. */
  region?: string
}

/** Milliseconds of silence after which a server counts as down: people wait for pictures. */
const SILENCE_MS = 4_000
/** For files that nobody waits for, or only with patience. */
const LARGE_SILENCE_MS = 60_000
/** Putting the parts of a file together may take so many times as long: on Amazon’s server, minutes. */
const COMPLETION = 10
/** Bytes a second (1 Mbit/s). A body may take as long as it does on a connection of this speed. */
const SLOWEST = 125_000
/** Bytes of a part of a file whose size is not known. One part is in memory. A server accepts 10,000 of a file. */
const PART = 8 * 1024 ** 2
const DEFAULT_REGION = 'us-east-1'

/** Tests have other ones. */
interface Limits {
  silence_ms?: number
  /** Bytes of each part; null: enough for the size of the file, which must be known. */
  partSize?: number | null
}

interface Bucket {
  client: Client
  name: string
  /** Resolves when the bucket exists; retried after a failure. */
  ready(): Promise<void>
  /** Whether a write has shown that the server supports no conditional ones. */
  lacksConditionalWrites?: true
}

/**
 * Stores objects in a bucket of any S3-compatible server. The bucket is created on first use, not here, so that a server may
 * be down during the start.
 *
 * Only servers with conditional writes (`If-None-Match`) refuse the second of two simultaneous writers of one key. With other
 * servers the store checks first, which is enough for names that are used once.
 */
export function createS3Store(options: S3Options, limits?: Limits): Store {
  const bucket = connectBucket(options, limits)
  return {
    description: { kind: 's3', bucket: options.bucket },
    put: async (key, bytes) => put(bucket, checkedKey(key), Buffer.from(bytes)),
    head: async (key) => head(bucket, checkedKey(key)),
    get: async (key, range) => get(bucket, checkedKey(key), range),
    delete: async (key) => remove(bucket, checkedKey(key)),
    list: () => list(bucket),
  }
}

/** @param folder begins the keys. A slash is in no key of a store, so the bucket may have objects of a store too */
export function createLargeFilesInBucket(options: S3Options, folder: string, limits?: Limits): LargeFiles {
  const bucket = connectBucket(options, { partSize: PART, silence_ms: LARGE_SILENCE_MS, ...limits })
  const { client, name: bucketName } = bucket
  const keyOf = (name: string) => `${folder}/${checkedName(name)}`
  return {
    write: (name, bytes, size) => writeParts(bucket, keyOf(name), bytes, size),
    async fetch(name, directory) {
      const path = join(directory, name)
      await attempt(() => client.fGetObject(bucketName, keyOf(name), path), name)
      return path
    },
    head: async (name) => ({ ...(await head(bucket, keyOf(name))), key: name }),
    get: async (name, range) => get(bucket, keyOf(name), range),
    async delete(name) {
      await remove(bucket, keyOf(name))
      await removeParts(bucket, keyOf(name))
    },
    list: () => listFiles(bucket, folder),
  }
}

/** A connection to a bucket, which is created on first use. */
function connectBucket(
  { endpoint, bucket: name, accessKey, secretKey, region = DEFAULT_REGION }: S3Options,
  { partSize, silence_ms = SILENCE_MS }: Limits = {},
): Bucket {
  const { hostname, port, protocol } = new URL(endpoint)
  const useSSL = protocol === 'https:'
  const client = new Client({
    endPoint: hostname,
    ...(port && { port: Number(port) }),
    useSSL,
    accessKey,
    secretKey,
    region,
    ...(partSize && { partSize }),
    transport: impatientTransport(useSSL ? https : http, silence_ms),
    // Unused connections are closed after this time, or sooner when the server hints so.
    transportAgent: new (useSSL ? https : http).Agent({ keepAlive: true, timeout: SILENCE_MS }),
    // Callers decide about retries, and the client’s own retries print to the console.
    retryOptions: { disableRetry: true },
  })
  const create = async () => {
    if (!(await client.bucketExists(name))) await client.makeBucket(name, region).catch(acceptOwned)
  }
  let created: Promise<void> | undefined
  return {
    client,
    name,
    ready() {
      created ??= create().catch((error) => {
        created = undefined
        throw error
      })
      return created
    },
  }
}

type SendRequest = (
  options: http.RequestOptions,
  onResponse?: (response: http.IncomingMessage) => void,
) => http.ClientRequest

/** Requests that end when the server is silent, which the client lacks. */
function impatientTransport({ request }: { request: SendRequest }, silence_ms: number) {
  const send: SendRequest = (...args) => endWhenSilent(request(...args), silence_ms)
  return { request: send as typeof http.request } // the client never passes a URL
}

/**
 * A server is silent while it has the whole request and sends nothing. Waiting for a connection, for the body to arrive, or for
 * a reader who has not taken what has come, does not count.
 */
function endWhenSilent(request: http.ClientRequest, silence_ms: number): http.ClientRequest {
  const isCompletion = request.method === 'POST' && request.path.includes('uploadId=')
  const patience = isCompletion ? COMPLETION * silence_ms : silence_ms
  let allowed = patience + (Number(request.getHeader('content-length') ?? 0) / SLOWEST) * 1000
  let response: http.IncomingMessage | undefined
  let received = 0
  let silence = 0
  // Counted, not measured, so that a busy process does not take its own pause for silence.
  const tick_ms = silence_ms / 16
  const timer = setInterval(() => {
    const { bytesRead = 0 } = request.socket ?? {}
    const waitsForUs = response ? response.complete || response.readableLength > 0 : !request.socket
    silence = waitsForUs || bytesRead !== received ? 0 : silence + tick_ms
    received = bytesRead
    if (silence >= allowed)
      (response ?? request).destroy(new Error(`The server was silent for ${Math.round(allowed)} ms`))
  }, tick_ms)
  request.once('socket', ({ bytesRead }) => {
    received = bytesRead // of the requests before
  })
  request.once('close', () => clearInterval(timer))
  request.once('response', (incoming: http.IncomingMessage) => {
    response = incoming
    allowed = patience
    // The client drops these answers unread, and their connections would never be free.
    if (UNREAD.has(incoming.statusCode)) incoming.resume()
  })
  return request
}

const UNREAD = new Set<number | undefined>([408, 429, 499, 500, 502, 503, 504, 520])

/** Another process created it first. */
function acceptOwned(error: unknown): void {
  if (!['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'].includes(codeOf(error))) throw error
}

async function put(bucket: Bucket, key: string, bytes: Buffer): Promise<void> {
  await attempt(() => bucket.ready())
  if (bucket.lacksConditionalWrites) return putAfterLooking(bucket, key, bytes)
  try {
    await attempt(() => write(bucket, key, bytes, { 'If-None-Match': '*' }))
  } catch (error) {
    const code = codeOf((error as Error).cause) // `attempt` throws errors only
    if (code === 'PreconditionFailed') return acceptSame(bucket, key, bytes)
    if (code !== 'NotImplemented') throw error
    bucket.lacksConditionalWrites = true
    await putAfterLooking(bucket, key, bytes)
  }
}

async function putAfterLooking(bucket: Bucket, key: string, bytes: Buffer): Promise<void> {
  const kept = await head(bucket, key).catch(ignoreNotFound)
  if (kept) return acceptSame(bucket, key, bytes)
  await attempt(() => write(bucket, key, bytes))
}

const write = ({ client, name }: Bucket, key: string, bytes: Buffer, headers?: Record<string, string>) =>
  client.putObject(name, key, bytes, bytes.length, headers)

async function acceptSame({ client, name }: Bucket, key: string, bytes: Buffer): Promise<void> {
  const kept = await attempt(async () => buffer(await client.getObject(name, key)))
  if (!kept.equals(bytes)) throw new ObjectExists(key)
}

async function head({ client, name }: Bucket, key: string): Promise<StoredObject> {
  const { size, lastModified } = await attempt(() => client.statObject(name, key), key)
  return { key, size, stored_at: lastModified.toISOString() }
}

function get({ client, name }: Bucket, key: string, range?: ByteRange): Promise<Readable> {
  if (!range) return attempt(() => client.getObject(name, key), key)
  const length = range.end - range.start + 1
  return attempt(() => client.getPartialObject(name, key, range.start, length), key)
}

/** A bucket that is not there has no object either. */
const remove = ({ client, name }: Bucket, key: string) =>
  attempt(() => client.removeObject(name, key), key).catch(ignoreNotFound)

async function* list({ client, name, ready }: Bucket): AsyncGenerator<StoredObject> {
  await attempt(ready)
  try {
    for await (const { name: key, size, lastModified } of client.listObjectsV2(name, '', true)) {
      if (key && isKey(key)) yield { key, size, stored_at: lastModified.toISOString() }
    }
  } catch (cause) {
    throw unavailable(cause)
  }
}

/** @param size in bytes, if it is known */
async function writeParts(bucket: Bucket, key: string, bytes: Readable, size?: number): Promise<void> {
  // The client waits for ever for a stream that breaks.
  const broken = Promise.withResolvers<never>()
  bytes.once('error', broken.reject)
  try {
    await Promise.race([attempt(bucket.ready), broken.promise])
    const written = attempt(() => bucket.client.putObject(bucket.name, key, bytes, size))
    await Promise.race([written, broken.promise])
  } catch (error) {
    bytes.destroy()
    await removeParts(bucket, key).catch(() => {}) // it is known already that something fails
    throw error
  }
}

/** The parts of a file that was not written to its end, which no list of objects has. */
const removeParts = ({ client, name }: Bucket, key: string) =>
  attempt(async () => {
    const upload = await client.findUploadId(name, key)
    if (upload !== undefined) await client.abortMultipartUpload(name, key, upload)
  }, key).catch(ignoreNotFound)

async function* listFiles(
  { client, name: bucket, ready }: Bucket,
  folder: string,
): ReturnType<LargeFiles['list']> {
  await attempt(ready)
  const found = await attempt(async () => {
    const written = await client.listObjectsV2(bucket, `${folder}/`, true).toArray()
    const begun = await client.listIncompleteUploads(bucket, `${folder}/`, true).toArray()
    return [
      ...written.map(({ name, lastModified }) => ({ key: name, at: lastModified })),
      ...begun.map(({ key, initiated }) => ({ key, at: initiated })),
    ]
  })
  for (const { key: path = '', at } of found) {
    const key = path.slice(folder.length + 1)
    if (at && isName(key)) yield { key, stored_at: new Date(at).toISOString() }
  }
}

/** Maps errors of the server to those of a store. With a key, a missing object is ObjectNotFound. */
async function attempt<T>(operation: () => Promise<T>, key?: string): Promise<T> {
  try {
    return await operation()
  } catch (cause) {
    const isMissing = ['NoSuchKey', 'NotFound', 'NoSuchBucket'].includes(codeOf(cause))
    if (key !== undefined && isMissing) throw new ObjectNotFound(key, { cause })
    throw unavailable(cause)
  }
}

const unavailable = (cause: unknown) =>
  FULL.has(codeOf(cause))
    ? new StorageFull('The bucket has no room', { cause })
    : new StorageUnavailable('The bucket cannot be used', { cause })

/** Of Ceph, Versity and others, of MinIO, for a bucket with a quota, and for a disk that is full. */
const FULL = new Set([
  'QuotaExceeded',
  'XMinioAdminBucketQuotaExceeded',
  'XMinioStorageFull',
  'InsufficientStorage',
  'InsufficientCapacity',
])

const codeOf = (error: unknown) => (error instanceof S3Error ? (error.code ?? '') : '')
