import {
  AppError,
  type imageCopies as contract,
  IMAGE_TOO_LARGE,
  imagePath,
  invalid,
  MAX_IMAGE_BYTES,
  NOT_AN_IMAGE,
  notFound,
  type UploadedImage,
} from '@nightdesk/contracts'
import { addImage, addJob } from '@nightdesk/db'
import { createImageProcessor, type ImageProcessor, PoolFull, type ProcessedImage } from '@nightdesk/images'
import { newKey, type Store } from '@nightdesk/storage'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { audit } from '../audit/audit.ts'
import { commitAnswer } from '../change.ts'
import type { Dependencies, Handlers, SignedInContext } from '../context.ts'
import { consume, uploadLimit } from '../http/limits.ts'
import type { ContextOf } from '../request-context.ts'
import { codeOf, FIELD, formRefusal, uploadRoute } from './uploads.ts'

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

/** One queue for all copies: a site that does not answer delays other copies, but no other job. */
const QUEUE = 'copy-image'

export const imageCopies: Handlers<typeof contract> = {
  async create(ctx, { url }) {
    const requested_by = ctx.session.user.id
    await consume(ctx, [uploadLimit(requested_by)])
    return commitAnswer(ctx, async (tx) => {
      const copy = await tx
        .insertInto('image_copies')
        .values({ url, requested_by })
        .returning(['id', 'state', 'error'])
        .executeTakeFirstOrThrow()
      await addJob(tx, 'copy-image', { copy_id: copy.id }, { queue: QUEUE })
      // Only the origin: the address may hold a key to the image.
      await audit(tx, ctx, 'image.copy', `image-copy:${copy.id}`, { host: new URL(url).host })
      return { ...copy, image: null }
    })
  },

  async get({ db, session }, { id }) {
    const copy = await db
      .selectFrom('image_copies')
      .where('id', '=', id)
      .where('requested_by', '=', session.user.id)
      .select(['id', 'state', 'error', 'image_id'])
      .executeTakeFirst()
    if (!copy) throw notFound('Copy')
    const { image_id, ...rest } = copy
    if (image_id === null) return { ...rest, image: null }
    const image = await db
      .selectFrom('images')
      .where('id', '=', image_id)
      .select(['filename', 'width', 'height'])
      .executeTakeFirstOrThrow()
    return { ...rest, image: { ...image, image_id, url: imagePath(image.filename) } }
  },
}
