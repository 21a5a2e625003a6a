import { IMAGE_FILENAME, notFound } from '@nightdesk/contracts'
import { contentTypeOfFile } from '@nightdesk/images'
import { ObjectNotFound, type Store, type StoredObject } from '@nightdesk/storage'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { sendObject } from './send-object.ts'

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
      return sendObject(request, reply, storage, object, headersOf(object.key))
    },
  })
}

async function find(storage: Store, filename: string): Promise<StoredObject> {
  if (!IMAGE_FILENAME.test(filename)) throw notFound('File')
  return storage.head(filename).catch((error) => {
    throw error instanceof ObjectNotFound ? notFound('File') : error
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
