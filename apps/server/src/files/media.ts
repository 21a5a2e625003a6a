import {
  type imageCopies as contract,
  IMAGE_TOO_LARGE,
  imagePath,
  MAX_IMAGE_BYTES,
  NOT_AN_IMAGE,
  notFound,
  type UploadedImage,
  uploadImage,
} from '@nightdesk/contracts'
import { addImage, addJob } from '@nightdesk/db'
import { createImageProcessor, type ImageProcessor, PoolFull, type ProcessedImage } from '@nightdesk/images'
import { newKey, type Store } from '@nightdesk/storage'
import type { FastifyInstance } from 'fastify'
import { audit } from '../audit/audit.ts'
import { change } from '../change.ts'
import type { Handlers, SignedInContext } from '../context.ts'
import { createCounter } from '../http/connections.ts'
import { mayBeCommitted } from '../http/errors.ts'
import { consume, uploadLimit } from '../http/limits.ts'
import type { Parts } from '../parts.ts'
import { uploadRoute } from './uploads.ts'

/** Milliseconds: 5 MB over a line of 50 kbit/s. Decoder, storage and database have limits of their own. */
const TIMEOUT = 15 * 60_000

export async function uploads(app: FastifyInstance, { dependencies: { storage }, contextOf }: Parts) {
  const images = createImageProcessor()
  const admit = createAdmission(images)
  app.addHook('onClose', async () => images.close())
  await uploadRoute(app, contextOf, {
    endpoint: uploadImage,
    max_bytes: MAX_IMAGE_BYTES,
    timeout: TIMEOUT,
    refusals: {
      not_a_form: 'Please send the image as multipart/form-data',
      no_file: NOT_AN_IMAGE,
      several_files: 'Please upload one image at a time',
      too_large: IMAGE_TOO_LARGE,
    },
    async receive(ctx, readForm) {
      // Before the body is read, so that waiting uploads do not fill the memory.
      using _place = admit(ctx.session.user.id)
      const image = await images.process(await readForm((part) => part.toBuffer()))
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
    const { extension: _, ...picture } = image
    const uploaded_by = ctx.session.user.id
    const image_id = await ctx.db.transaction().execute(async (tx) => {
      const id = await addImage(tx, { ...picture, filename, uploaded_by })
      await audit(tx, ctx, 'image.upload', `image:${id}`, { filename, bytes: image.bytes.length })
      return id
    })
    return { filename, url: imagePath(filename), image_id, width: image.width, height: image.height }
  } catch (error) {
    // The daily reconciliation removes an object that has no row after all.
    if (!mayBeCommitted(error))
      await storage.delete(filename).catch((err) => ctx.log.warn({ err, filename }, 'Left an orphan'))
    throw error
  }
}

/** Uploads of one account at once, so that a slow sender cannot block others. The editor sends two. */
const MAX_OF_ONE = 6

/** Admits uploads before their bodies are read: as many as may wait for a decoder. */
function createAdmission(images: Pick<ImageProcessor, 'admit'>) {
  const uploading = createCounter<number>(MAX_OF_ONE)
  /** @throws UNAVAILABLE when all places, or those of the account, are taken */
  return function admit(userId: number): Disposable {
    if (!uploading.add(userId)) throw new PoolFull()
    using admitted = new DisposableStack()
    admitted.defer(() => uploading.remove(userId))
    admitted.use(images.admit())
    return admitted.move()
  }
}

/** One queue for all copies: a site that does not answer delays other copies, but no other job. */
const QUEUE = 'copy-image'

export const imageCopies: Handlers<typeof contract> = {
  async create(ctx, { url }) {
    const requested_by = ctx.session.user.id
    await consume(ctx, [uploadLimit(requested_by)])
    return change(ctx, async (tx) => {
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
    const row = await db
      .selectFrom('image_copies as copy')
      .leftJoin('images', 'images.id', 'copy.image_id')
      .where('copy.id', '=', id)
      .where('copy.requested_by', '=', session.user.id)
      .select(['copy.id', 'copy.state', 'copy.error'])
      .select(['images.id as image_id', 'images.filename', 'images.width', 'images.height'])
      .$narrowType<{ width: number; height: number }>() // with the file name
      .executeTakeFirstOrThrow(() => notFound('Copy'))
    const { image_id, filename, width, height, ...copy } = row
    if (image_id === null || filename === null) return { ...copy, image: null }
    return { ...copy, image: { image_id, filename, url: imagePath(filename), width, height } }
  },
}
