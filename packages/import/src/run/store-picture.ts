import { createHash } from 'node:crypto'
import { addImage, type Db, type Tx } from '@nightdesk/db'
import type { ProcessedImage } from '@nightdesk/images'
import { newKey, type Store } from '@nightdesk/storage'

/** A picture whose file is in the store. */
export interface StoredPicture {
  /** As the source names it. */
  url: string
  filename: string
  /** Not recorded yet; null for a picture that the site has already. */
  image: ProcessedImage | null
}

/** The picture that an import has stored under this name. */
export async function findStored(db: Db, importId: number, url: string): Promise<StoredPicture | undefined> {
  const known = await db
    .selectFrom('import_pictures')
    .innerJoin('images', 'images.id', 'image_id')
    .where('import_id', '=', importId)
    .where('url', '=', url)
    .select('filename')
    .executeTakeFirst()
  return known && { url, filename: known.filename, image: null }
}

/** Stores the file, unless the site has the same picture. A file without a row is found by the daily reconciliation. */
export async function storeFile(
  { db, storage }: { db: Db; storage: Store },
  url: string,
  image: ProcessedImage,
): Promise<StoredPicture> {
  const sha256 = createHash('sha256').update(image.bytes).digest()
  const same = await db
    .selectFrom('images')
    .where('sha256', '=', sha256)
    .where('removed_at', 'is', null)
    .select('filename')
    .orderBy('id')
    .executeTakeFirst()
  if (same) return { url, filename: same.filename, image: null }
  const filename = newKey(image.extension)
  await storage.put(filename, image.bytes)
  return { url, filename, image }
}

interface Recording {
  import_id: number
  uploaded_by: number
}

/** Records a picture in the transaction that shows it. @returns its id; undefined when it was deleted meanwhile */
export async function recordPicture(
  tx: Tx,
  { import_id, uploaded_by }: Recording,
  { url, filename, image }: StoredPicture,
): Promise<number | undefined> {
  const known = await tx
    .selectFrom('images')
    .where('filename', '=', filename)
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
  const image_id = known?.id ?? (await addImported(tx, { filename, uploaded_by, image }))
  if (image_id === undefined) return undefined
  await tx
    .insertInto('import_pictures')
    .values({ import_id, url, image_id })
    .onConflict((on) => on.doNothing())
    .execute()
  return image_id
}

async function addImported(
  tx: Tx,
  { image, ...file }: { filename: string; uploaded_by: number; image: ProcessedImage | null },
): Promise<number | undefined> {
  if (!image) return undefined
  const { extension: _, ...picture } = image
  return addImage(tx, { ...picture, ...file })
}
