import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Client, S3Error } from 'minio'
import { ignoreNotFound, ObjectExists, ObjectNotFound, StorageUnavailable } from './errors.ts'
import { checkedKey, isKey } from './keys.ts'
import { count, probe } from './probe.ts'
import type { ByteRange, Store, StoredObject } from './store.ts'

export interface S3Options {
  /** `https://s3.example.org`, with an optional port. */
  endpoint: string
  bucket: string
  accessKey: string
  secretKey: string
  /** Default: `us-east-1`, which servers other than Amazon’s accept. */
  region?: string
}

/** Pictures are small, and people wait for them. */
const SILENCE_MS = 4_000
const DEFAULT_REGION = 'us-east-1'

export interface Bucket {
  client: Client
  name: string
  /** Resolves when the bucket exists; retried after a failure. */
  ready(): Promise<void>
  /** Whether the server supports conditional writes; unknown before the first write. */
  hasConditionalWrites?: boolean
}

/**
 * Stores objects in a bucket of any S3-compatible server. The bucket is created on first use, not here, so that a server may
 * be down during the start.
 *
 * Only servers with conditional writes (`If-None-Match`) refuse the second of two simultaneous writers of one key. With other
 * servers the store checks first, which is enough for names that are used once.
 */
export function createS3Store(options: S3Options): Store {
  const bucket = connectBucket(options)
  const store: Store = {
    description: { kind: 's3', bucket: options.bucket },
    put: async (key, bytes) => put(bucket, checkedKey(key), Buffer.from(bytes)),
    head: async (key) => head(bucket, checkedKey(key)),
    get: async (key, range) => get(bucket, checkedKey(key), range),
    delete: async (key) => remove(bucket, checkedKey(key)),
    list: () => list(bucket),
    stats: () => count(store),
    check: () => probe(store),
  }
  return store
}

/**
 * A connection to a bucket, which is created on first use.
 * @param partSize bytes of each part of a stream of unknown length, which is written in parts
 * @param silence_ms a server that is silent for so long counts as down
 */
export function connectBucket(
  { endpoint, bucket: name, accessKey, secretKey, region = DEFAULT_REGION }: S3Options,
  { partSize, silence_ms = SILENCE_MS }: { partSize?: number; silence_ms?: number } = {},
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
    transportAgent: impatientAgent(useSSL, silence_ms),
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

/** Connections with a timeout for a silent server, which the client lacks. */
function impatientAgent(useSSL: boolean, silence_ms: number): HttpAgent {
  const agent = new (useSSL ? HttpsAgent : HttpAgent)({
    keepAlive: true,
    maxSockets: 32,
    timeout: silence_ms,
  })
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (...args) => {
    const socket = connect(...args)
    socket?.on('timeout', () => socket.destroy(new Error(`The server was silent for ${silence_ms} ms`)))
    return socket
  }
  return agent
}

/** Another process created it first. */
function acceptOwned(error: unknown): void {
  if (!['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'].includes(codeOf(error))) throw error
}

async function put(bucket: Bucket, key: string, bytes: Buffer): Promise<void> {
  await attempt(() => bucket.ready())
  if (bucket.hasConditionalWrites === false) return putAfterLooking(bucket, key, bytes)
  try {
    await attempt(() => write(bucket, key, bytes, { 'If-None-Match': '*' }))
    bucket.hasConditionalWrites = true
  } catch (error) {
    const code = codeOf((error as Error).cause) // `attempt` throws errors only
    if (code === 'PreconditionFailed') return acceptSame(bucket, key, bytes)
    if (code !== 'NotImplemented') throw error
    bucket.hasConditionalWrites = false
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

async function acceptSame(bucket: Bucket, key: string, bytes: Buffer): Promise<void> {
  const kept = await buffer(await get(bucket, key))
  if (!kept.equals(bytes)) throw new ObjectExists(key)
}

export async function head({ client, name }: Bucket, key: string): Promise<StoredObject> {
  const { size, lastModified } = await attempt(() => client.statObject(name, key), key)
  return { key, size, stored_at: lastModified.toISOString() }
}

export function get({ client, name }: Bucket, key: string, range?: ByteRange): Promise<Readable> {
  if (!range) return attempt(() => client.getObject(name, key), key)
  const length = range.end - range.start + 1
  return attempt(() => client.getPartialObject(name, key, range.start, length), key)
}

const remove = ({ client, name }: Bucket, key: string) => attempt(() => client.removeObject(name, key))

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

/** Maps errors of the server to those of a store. With a key, a missing object is ObjectNotFound. */
export async function attempt<T>(operation: () => Promise<T>, key?: string): Promise<T> {
  try {
    return await operation()
  } catch (cause) {
    const isMissing = ['NoSuchKey', 'NotFound', 'NoSuchBucket'].includes(codeOf(cause))
    if (key !== undefined && isMissing) throw new ObjectNotFound(key, { cause })
    throw unavailable(cause)
  }
}

const unavailable = (cause: unknown) => new StorageUnavailable('The bucket cannot be used', { cause })

const codeOf = (error: unknown) => (error instanceof S3Error ? (error.code ?? '') : '')
