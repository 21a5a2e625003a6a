import multipart from '@fastify/multipart'
import {
  AppError,
  IMAGE_TOO_LARGE,
  imagePath,
  MAX_IMAGE_BYTES,
  type UploadedImage,
} from '@nightdesk/contracts'
import { addImage } from '@nightdesk/db'
import { createImageProcessor, type ProcessedImage } from '@nightdesk/images'
import { newKey, type Store } from '@nightdesk/storage'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { audit } from '../audit-log/write-line.ts'
import { touchSession } from '../auth/sessions.ts'
import { requireAccess } from '../calls/access.ts'
import type { Dependencies, SignedInContext } from '../context.ts'
import { consume, uploadLimit } from '../http/limits.ts'
import type { ContextOf } from '../request-context.ts'
import { createAdmission } from './admission.ts'
import { readUpload, UPLOAD_LIMITS } from './read-upload.ts'

interface Options {
  dependencies: Pick<Dependencies, 'storage'>
  contextOf: ContextOf
}

/** Bytes of a form besides its file. */
const FORM_OVERHEAD = 64 * 1024
/** Milliseconds. Longer than for other calls: 5 MB over a slow line, and a wait for a decoder. */
const TIMEOUT = 60_000

/** A route beside the contract: a form with a file is no JSON. */
export const UPLOAD_ROUTE = { method: 'POST', url: '/admin/upload' } as const

export async function uploads(app: FastifyInstance, { dependencies: { storage }, contextOf }: Options) {
  const images = createImageProcessor()
  const admit = createAdmission(images)
  app.addHook('onClose', async () => images.close())
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', refuseOtherContent)
  await app.register(multipart, { limits: UPLOAD_LIMITS })

  const callers = new WeakMap<FastifyRequest, SignedInContext>()
  app.route({
    ...UPLOAD_ROUTE,
    handlerTimeout: TIMEOUT,
    // Before the body is read, so that strangers cannot send files.
    async onRequest(request) {
      const ctx = await contextOf(request)
      requireAccess(ctx, { access: 'author' })
      await touchSession(ctx, ctx.session)
      await consume(ctx, [uploadLimit(ctx.session.user.id)])
      refuseTooLarge(request)
      callers.set(request, ctx)
    },
    async handler(request, reply) {
      // onRequest has set it before the handler runs.
      const ctx = callers.get(request)!
      // Before the body is read, so that waiting uploads do not fill the memory.
      using _place = admit(ctx.session.user.id)
      const image = await images.process(await readUpload(request))
      return reply.code(201).send({ success: true, data: await storeImage(storage, ctx, image) })
    },
  })
}

/** The object before the row: a row never names a missing object. */
async function storeImage(
  storage: Store,
  ctx: SignedInContext,
  image: ProcessedImage,
): Promise<UploadedImage> {
  const filename = newKey(image.extension)
  await storage.put(filename, image.bytes)
  try {
    const image_id = await record(ctx, filename, image)
    return { filename, url: imagePath(filename), image_id, width: image.width, height: image.height }
  } catch (error) {
    await storage.delete(filename).catch((err) => ctx.log.warn({ err, filename }, 'Left an orphan'))
    throw error
  }
}

function record(ctx: SignedInContext, filename: string, image: ProcessedImage): Promise<number> {
  const { extension: _, ...picture } = image
  const uploaded_by = ctx.session.user.id
  return ctx.db.transaction().execute(async (tx) => {
    const id = await addImage(tx, { ...picture, filename, uploaded_by })
    await audit(tx, ctx, 'image.upload', `image:${id}`, { filename, bytes: image.bytes.length })
    return id
  })
}

/** Refuses before the transfer when the client announces the size. */
function refuseTooLarge({ headers }: FastifyRequest) {
  const announced = Number(headers['content-length'] ?? 0)
  if (announced > MAX_IMAGE_BYTES + FORM_OVERHEAD) throw new AppError('PAYLOAD_TOO_LARGE', IMAGE_TOO_LARGE)
}

function refuseOtherContent(): never {
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Please send the image as multipart/form-data')
}
