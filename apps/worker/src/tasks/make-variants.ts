import { buffer } from 'node:stream/consumers'
import { VARIANT_FORMATS, variantWidths } from '@nightdesk/contracts'
import { announceChange, articleTag, EVERYTHING, LISTS, readSite, type Tx } from '@nightdesk/db'
import { ignoreNotFound, newKey } from '@nightdesk/storage'
import type { Task } from '../task.ts'

/**
 * Stores smaller copies of an image, and invalidates the pages that show it. Existing copies are left as they are, so the job
 * may be interrupted and run again. Animations get none: a still copy would be another image.
 */
export const makeVariants: Task<'make-variants'> = async (
  { db, storage, cdn, log, transaction, finish },
  { image_id },
) => {
  const announce = () => finish((tx) => announceVariants(tx, image_id, cdn !== null))
  const image = await db
    .selectFrom('images')
    .where('id', '=', image_id)
    .select(['filename', 'width'])
    .executeTakeFirst()
  if (!image) return
  const existing = await db
    .selectFrom('image_variants')
    .where('image_id', '=', image_id)
    .select(['width', 'format'])
    .execute()
  const wanted = variantWidths(image.width)
    .flatMap((width) => VARIANT_FORMATS.map((format) => ({ width, format })))
    .filter(({ width, format }) => !existing.some((row) => row.width === width && row.format === format))
  // Also when an earlier run made them: it may have died before it announced them.
  if (wanted.length === 0) return announce()

  const file = await storage.get(image.filename).catch(ignoreNotFound)
  if (!file) return log.warn({ image_id }, 'A picture has no file to make smaller copies of')
  const original = await buffer(file)
  // Loaded only when needed: an idle worker saves its memory.
  const { default: sharp } = await import('sharp')
  if (((await sharp(original).metadata()).pages ?? 1) > 1) return
  for (const { width, format } of wanted) {
    const pixels = sharp(original, { sequentialRead: true }).resize({ width })
    const encoded = format === 'avif' ? pixels.avif({ quality: 55, effort: 2 }) : pixels.webp({ quality: 80 })
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
    const filename = newKey(format)
    // Before the row, so that no row lacks its file. Reconciliation deletes objects without a row.
    await storage.put(filename, data)
    const variant = { image_id, filename, format, width: info.width, height: info.height }
    await transaction(async (tx) => {
      await tx.insertInto('stored_objects').values({ key: filename, bytes: data.length }).execute()
      await tx.insertInto('image_variants').values(variant).execute()
    })
  }
  await announce()
  log.info({ image_id, variants: wanted.length }, 'Smaller copies of a picture made')
}

async function announceVariants(tx: Tx, image_id: number, has_cdn: boolean): Promise<void> {
  const { site } = await readSite(tx)
  // Servers read the site again only after a change of everything.
  if (site.hero === 'picture' && site.hero_image_id === image_id)
    return announceChange(tx, { tags: EVERYTHING, has_cdn })
  const articles = await tx
    .selectFrom('articles')
    .innerJoin('image_uses', 'version_id', 'articles.published_version_id')
    .where('image_id', '=', image_id)
    .select('articles.id')
    .execute()
  const person = await tx
    .selectFrom('people')
    .where('picture_image_id', '=', image_id)
    .select('id')
    .executeTakeFirst()
  if (articles.length === 0 && !person) return
  await announceChange(tx, { tags: [LISTS, ...articles.map(({ id }) => articleTag(id))], has_cdn })
}
