import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface Rendered {
  status: number
  type: string
  body: string
  /** Further headers, such as `retry-after`. */
  headers?: Record<string, string>
  /** False for an answer that only the waiting requests get. Default true. */
  isCached?: boolean
}

type Encoding = 'br' | 'gzip' | 'identity'

export interface Representation {
  /** One character per byte (`latin1`): Node sends a string together with the head, and bytes after it. */
  body: string
  /** Strong: a hash of the bytes and the name of the encoding. */
  etag: string
  headers: Record<string, string>
  unchanged: Record<string, string>
}

export type StoredPage = Record<Encoding, Representation> & { status: number }

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

/** Bytes from which compressing takes more time than its last tenth is worth. */
const LARGE = 128 * 1024

/** Compresses an answer once for all clients. */
export async function store(
  { status, type, body, headers: own }: Rendered,
  cacheHeaders: Record<string, string>,
): Promise<StoredPage> {
  const identity = Buffer.from(body)
  const isLarge = identity.length > LARGE
  const [zipped, br] = await Promise.all([
    compressGzip(identity, { level: isLarge ? 1 : 6 }),
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: isLarge ? 2 : 5 } }),
  ])
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 27)
  const caching = { ...own, vary: 'Accept-Encoding', ...cacheHeaders }
  const represent = (bytes: Buffer, encoding?: Encoding): Representation => {
    const etag = encoding ? `"${hash}-${encoding}"` : `"${hash}"`
    const unchanged = { ...caching, ...(status === 200 && { etag }) }
    const headers = {
      'content-type': type,
      'content-length': String(bytes.length),
      ...unchanged,
      ...(encoding && { 'content-encoding': encoding }),
    }
    return { body: bytes.toString('latin1'), etag, headers, unchanged }
  }
  return { status, identity: represent(identity), gzip: represent(zipped, 'gzip'), br: represent(br, 'br') }
}

/** Bytes in memory, with about 2,000 for headers and objects. */
export const sizeOf = ({ identity, gzip, br }: StoredPage) =>
  identity.body.length + gzip.body.length + br.body.length + 2_000

export function sendStored({ headers }: FastifyRequest, reply: FastifyReply, page: StoredPage) {
  const { body, etag, headers: own, unchanged } = page[chooseEncoding(headers['accept-encoding'])]
  if (page.status === 200 && isKnown(headers['if-none-match'], etag))
    return reply.code(304).headers(unchanged).send()
  return reply.code(page.status).headers(own).send(Buffer.from(body, 'latin1'))
}

export function sendOnce(reply: FastifyReply, { status, type, body, headers = {} }: Rendered) {
  return reply
    .code(status)
    .type(type)
    .headers({ ...headers, 'cache-control': 'no-store' })
    .send(body)
}

const refused = { br: /\bbr\s*;\s*q=0(\.0*)?\s*(,|$)/, gzip: /\bgzip\s*;\s*q=0(\.0*)?\s*(,|$)/ }

export function chooseEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  if (accepted.includes('br') && !refused.br.test(accepted)) return 'br'
  return accepted.includes('gzip') && !refused.gzip.test(accepted) ? 'gzip' : 'identity'
}

/** RFC 9110, 13.1.2: a list of tags, compared weakly, with or without `W/`; or `*` for any. */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && (ifNoneMatch.includes(etag) || ifNoneMatch.trim() === '*')
