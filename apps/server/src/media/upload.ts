import {
  AppError,
  IMAGE_TOO_LARGE,
  imagePath,
  invalid,
  MAX_IMAGE_BYTES,
  NOT_AN_IMAGE,
  type UploadedImage,
} from '@nightdesk/contracts'
import { addImage } from '@nightdesk/db'
import { createImageProcessor, type ImageProcessor, PoolFull, type ProcessedImage } from '@nightdesk/images'
import { newKey, type Store } from '@nightdesk/storage'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { audit } from '../audit-log/write-line.ts'
import type { SignedInContext } from '../context.ts'
import type { Dependencies } from '../dependencies.ts'
import type { ContextOf } from '../request-context.ts'
import { codeOf, FIELD, formRefusal } from '../uploads/form.ts'
import { uploadRoute } from '../uploads/upload-route.ts'

interface Options {
  dependencies: Pick<Dependencies, 'storage'>
  contextOf: ContextOf
}

/** Milliseconds: 5 MB over a line of 50 kbit/s. Decoder, storage and database have limits of their own. */
const TIMEOUT = 15 * 60_000

export const UPLOAD_ROUTE = { method: 'POST', url: '/admin/upload' } as const

export async function uploads(app: FastifyInstance, { dependencies: { storage }, contextOf }: Options) {
  const images = createImageProcessor()
  const admit = createAdmission(images)
  app.addHook('onClose', async () => images.close())
  await uploadRoute(app, {
    contextOf,
    route: UPLOAD_ROUTE,
    access: 'author',
    max_bytes: MAX_IMAGE_BYTES,
    tooLarge,
    not_a_form: 'Please send the image as multipart/form-data',
    timeout: TIMEOUT,
    async receive(request, ctx) {
      // Before the body is read, so that waiting uploads do not fill the memory.
      using _place = admit(ctx.session.user.id)
      const image = await images.process(await readUpload(request))
      return await storeImage(storage, ctx, image)
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

/** Uploads of one account at once, so that a slow sender cannot block others. The editor sends two. */
const MAX_OF_ONE = 6

/** Admits uploads before their bodies are read: as many as may wait for a decoder. */
function createAdmission(images: Pick<ImageProcessor, 'admit'>) {
  const uploading = new Map<number, number>()
  /** @throws UNAVAILABLE when all places, or those of the account, are taken */
  return function admit(userId: number): Disposable {
    const own = uploading.get(userId) ?? 0
    if (own >= MAX_OF_ONE) throw new PoolFull()
    const place = images.admit()
    uploading.set(userId, own + 1)
    return {
      [Symbol.dispose]() {
        place[Symbol.dispose]()
        const rest = (uploading.get(userId) ?? 1) - 1
        if (rest === 0) uploading.delete(userId)
        else uploading.set(userId, rest)
      },
    }
  }
}

/**
 * The file of a form, in memory.
 * @throws PAYLOAD_TOO_LARGE, VALIDATION_FAILED without a field `file`, BAD_REQUEST for a broken form
 */
async function readUpload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw missing()
  const file = await readForm(request).catch((error) => {
    throw codeOf(error) === 'FST_REQ_FILE_TOO_LARGE'
      ? tooLarge()
      : formRefusal(error, 'Please upload one image at a time')
  })
  if (!file) throw missing()
  return file
}

/** Reads to the end, so that a form that is cut short or exceeds a limit later is refused as a whole. */
async function readForm(request: FastifyRequest): Promise<Buffer | undefined> {
  let file: Buffer | undefined
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue
    const bytes = await part.toBuffer()
    if (part.fieldname === FIELD) file = bytes
  }
  return file
}

const tooLarge = () => new AppError('PAYLOAD_TOO_LARGE', IMAGE_TOO_LARGE)

const missing = () => invalid(FIELD, NOT_AN_IMAGE)
