import { buffer } from 'node:stream/consumers'
import { newKey, ObjectNotFound, type Store } from '@nightdesk/storage'
import type { JobContext, Task } from '../tasks.ts'

/** Pixels across: a phone, a column of text, and the same on a sharp screen. Never larger than the original. */
export const VARIANT_WIDTHS = [480, 960, 1600]
const FORMATS = ['avif', 'webp'] as const
type Format = (typeof FORMATS)[number]

interface Variant {
  format: Format
  width: number
  height: number
  bytes: Buffer
}

/**
 * Keeps smaller copies of a picture. Those that are there already are left, so the job may be interrupted and run
 * again. Animations are not shrunk: a still copy would be another picture.
 */
export const makeVariants: Task<'make-variants'> = async (ctx, { image_id }) => {
  const { db, storage, log } = ctx
  const image = await db
    .selectFrom('images')
    .where('id', '=', image_id)
    .select(['filename', 'width'])
    .executeTakeFirst()
  if (!image) return
  const kept = await db
    .selectFrom('image_variants')
    .where('image_id', '=', image_id)
    .select(['width', 'format'])
    .execute()
  const wanted = VARIANT_WIDTHS.filter((width) => width < image.width)
    .flatMap((width) => FORMATS.map((format) => ({ width, format })))
    .filter(({ width, format }) => !kept.some((row) => row.width === width && row.format === format))
  if (wanted.length === 0) return

  const original = await readWhole(storage, image.filename)
  if (!original) return log.warn({ image_id }, 'A picture has no file to make smaller copies of')
  // Loaded when there is something to do: it holds memory that an idle worker can do without.
  const { default: sharp } = await import('sharp')
  if (((await sharp(original).metadata()).pages ?? 1) > 1) return
  for (const { width, format } of wanted) {
    const pixels = sharp(original, { sequentialRead: true }).resize({ width })
    const encoded = format === 'avif' ? pixels.avif({ quality: 55, effort: 2 }) : pixels.webp({ quality: 80 })
    const { data: bytes, info } = await encoded.toBuffer({ resolveWithObject: true })
    await keep(ctx, image_id, { format, width: info.width, height: info.height, bytes })
  }
  log.info({ image_id, variants: wanted.length }, 'Smaller copies of a picture made')
}

/** First the object, then the row: a row never names what is not there. What is left over is reconciled. */
async function keep(
  { storage, transaction }: JobContext,
  image_id: number,
  { bytes, ...variant }: Variant,
): Promise<void> {
  const filename = newKey(variant.format)
  await storage.put(filename, bytes)
  await transaction(async (tx) => {
    await tx.insertInto('stored_objects').values({ key: filename, bytes: bytes.length }).execute()
    await tx
      .insertInto('image_variants')
      .values({ image_id, filename, ...variant })
      .execute()
  })
}

async function readWhole(storage: Store, key: string): Promise<Buffer | null> {
  try {
    return await buffer(await storage.get(key))
  } catch (error) {
    if (error instanceof ObjectNotFound) return null
    throw error
  }
}
