import { AppError, IMAGE_FILENAME, notFound } from '@nightdesk/contracts'
import { contentTypeOfFile } from '@nightdesk/images'
import { type ByteRange, ObjectNotFound, type Store, type StoredObject } from '@nightdesk/storage'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Dependencies } from '../context.ts'
import { answerTo } from '../http/errors.ts'
import { isKnown } from '../page-store/if-none-match.ts'
import { parseRange } from './byte-range.ts'

const outOfRange = new AppError('VALIDATION_FAILED', 'The file does not reach that far')

type Request = FastifyRequest<{ Params: { filename: string } }>

/** `GET` and `HEAD /api/uploads/:filename`: stored images, for anyone who knows the name. */
export async function storedFiles(
  app: FastifyInstance,
  { dependencies }: { dependencies: Pick<Dependencies, 'storage'> },
) {
  const { storage } = dependencies
  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/uploads/:filename',
    async handler(request: Request, reply) {
      const object = await find(storage, request.params.filename)
      const headers = headersOf(object.key)
      if (isKnown(request.headers['if-none-match'], headers.etag)) {
        return reply.code(304).headers(headers).send()
      }
      const range = parseRange(rangeHeader(request, headers.etag), object.size)
      if (range === 'unsatisfiable') {
        reply.code(416).header('content-range', `bytes */${object.size}`)
        return reply.send(answerTo(outOfRange, request.id).body)
      }
      reply.headers(headers)
      return sendFile(storage, object, range, request, reply)
    },
  })
}

async function find(storage: Store, filename: string): Promise<StoredObject> {
  if (!IMAGE_FILENAME.test(filename)) throw notFound('File')
  return storage.head(filename).catch((error) => {
    throw error instanceof ObjectNotFound ? notFound('File') : error
  })
}

async function sendFile(
  storage: Store,
  { key, size }: StoredObject,
  range: ByteRange | undefined,
  { method }: Request,
  reply: FastifyReply,
) {
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : size)
  return reply.send(method === 'HEAD' ? undefined : await storage.get(key, range))
}

/** `If-Range` with another ETag asks for the whole file. */
function rangeHeader({ method, headers }: Request, etag: string): string | undefined {
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag
  return method === 'GET' && isSame ? headers.range : undefined
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
  'accept-ranges': 'bytes',
  /** A name is random, used once, and its bytes never change: a strong validator without a look-up. */
  etag: `"${filename}"`,
})
