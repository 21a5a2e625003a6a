import { imagePath, MAX_IMAGE_BYTES, type UploadedImage } from '@nightdesk/contracts'
import { addImage } from '@nightdesk/db'
import { createImageProcessor, type ProcessedImage } from '@nightdesk/images'
import { newKey, type Store } from '@nightdesk/storage'
import type { FastifyInstance } from 'fastify'
import { audit } from '../audit-log/write-line.ts'
import type { SignedInContext } from '../context.ts'
import type { Dependencies } from '../dependencies.ts'
import type { ContextOf } from '../request-context.ts'
import { uploadRoute } from '../uploads/upload-route.ts'
import { createAdmission } from './admission.ts'
import { readUpload, tooLarge } from './read-upload.ts'

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
