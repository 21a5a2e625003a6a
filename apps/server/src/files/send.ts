import { AppError, IMAGE_FILENAME, notFound } from '@nightdesk/contracts'
import { contentTypeOfFile } from '@nightdesk/images'
import { type ByteRange, ObjectNotFound, type Store, type StoredObject } from '@nightdesk/storage'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerTo } from '../http/errors.ts'
import { isKnown } from '../page-store/stored-page.ts'
import type { Parts } from '../parts.ts'

type Request = FastifyRequest<{ Params: { filename: string } }>

/** `GET` and `HEAD /api/uploads/:filename`: stored images, for anyone who knows the name. */
export async function storedFiles(app: FastifyInstance, { dependencies: { storage } }: Parts) {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/uploads/:filename',
    async handler(request: Request, reply) {
      const { filename } = request.params
      if (!IMAGE_FILENAME.test(filename)) throw notFound('File')
      const object = await storage.head(filename).catch((error) => {
        throw error instanceof ObjectNotFound ? notFound('File') : error
      })
      return sendObject(request, reply, storage, object, headersOf(filename))
    },
  })
}

/** Browsers may show a file only as an image; opened directly, it may load nothing. */
const headersOf = (filename: string) => ({
  'content-type': contentTypeOfFile(filename),
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': `inline; filename="${filename}"`,
  // Pages of other sites cannot read uploaded pictures.
  'cross-origin-resource-policy': 'same-site',
  'cache-control': 'public, max-age=31536000, immutable',
  /** A name is random, used once, and its bytes never change: a strong validator without a look-up. */
  etag: `"${filename}"`,
})

const outOfRange = new AppError('VALIDATION_FAILED', 'The file does not reach that far')

/** Answers GET or HEAD with a stored file, or with the range of it that was asked for. `etag` identifies its bytes. */
export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  store: Pick<Store, 'get'>,
  { key, size }: StoredObject,
  headers: { etag: string } & Record<string, string>,
) {
  if (isKnown(request.headers['if-none-match'], headers.etag)) return reply.code(304).headers(headers).send()
  const range = parseRange(rangeHeader(request, headers.etag), size)
  if (range === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${size}`)
    return reply.send(answerTo(outOfRange, request.id).body)
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  reply.headers({ ...headers, 'accept-ranges': 'bytes' })
  reply.header('content-length', range ? range.end - range.start + 1 : size)
  return reply.send(request.method === 'HEAD' ? undefined : await store.get(key, range))
}

/** `If-Range` with another ETag asks for the whole file. */
function rangeHeader({ method, headers }: FastifyRequest, etag: string): string | undefined {
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag
  return method === 'GET' && isSame ? headers.range : undefined
}

/**
 * Reads a `Range` header (RFC 9110, section 14). Several ranges, other units and invalid ranges are ignored, which the RFC
 * allows: the answer is then the whole file.
 * @returns undefined for the whole file
 */
function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = header?.match(/^bytes=\s*(\d*)-(\d*)\s*$/) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  // The last bytes of the file.
  if (first === '')
    return Number(last) > 0 && size > 0
      ? { start: Math.max(0, size - Number(last)), end: size - 1 }
      : 'unsatisfiable'
  const start = Number(first)
  const end = last === '' ? size - 1 : Number(last)
  if (end < start && last !== '') return undefined
  return start < size ? { start, end: Math.min(end, size - 1) } : 'unsatisfiable'
}
