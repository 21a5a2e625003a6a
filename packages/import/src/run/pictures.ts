import { createHash } from 'node:crypto'
import {
  AppError,
  type Block,
  elementsOf,
  IMAGE_TOO_LARGE,
  imagePath,
  imageSource,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_TEXT,
  mapElements,
} from '@nightdesk/contracts'
import { addImage, type Db, type Tx } from '@nightdesk/db'
import type { ProcessedImage } from '@nightdesk/images'
import { newKey, type Store } from '@nightdesk/storage'
import { readAll } from '../archive/archive.ts'
import { type ImportedItem, type PictureRef, type Source, SourceError } from '../model.ts'
import type { RunContext, RunningImport } from './context.ts'
import { cut, type Finding } from './fit-item.ts'

/** All pictures of an item. */
export const picturesOf = ({
  pictures,
  poster,
}: Pick<ImportedItem, 'pictures' | 'poster'>): readonly PictureRef[] =>
  poster ? [...pictures, poster] : pictures

/** Stores the pictures of an item that are in the archive, like uploads. @returns them by the names that the text gives them, and findings about others */
export async function storeArchivePictures(
  ctx: Pick<RunContext, 'db' | 'storage' | 'images'>,
  importId: number,
  source: Source,
  item: Pick<ImportedItem, 'pictures' | 'poster'>,
) {
  const stored = new Map<string, StoredPicture>()
  const findings: Finding[] = []
  for (const picture of picturesOf(item)) {
    if (picture.path === null || stored.has(picture.url)) continue
    const known = await findStored(ctx.db, importId, picture.url)
    const found = known ?? (await decodePicture(ctx, source, picture))
    if (typeof found === 'string') findings.push(leftOut(found))
    else stored.set(picture.url, 'filename' in found ? found : await storeFile(ctx, picture.url, found))
  }
  return { stored, findings }
}

/** A picture of the archive that cannot be used. */
export const leftOut = (note: string): Finding => ({ kind: 'picture-left-out', count: 1, note })

/** Begins the sentence about a featured image that is not copied. Only pictures of a text are shown from the old site. */
export const POSTER_STAYS = 'The featured image stays on the old site, so that there is none here:'

/**
 * Decodes a picture of the archive, unless the site has it already.
 *
 * @returns a sentence for one that cannot be used
 */
export async function decodePicture(
  { db, images }: Pick<RunContext, 'db' | 'images'>,
  source: Source,
  picture: PictureRef,
): Promise<StoredPicture | ProcessedImage | string> {
  const because = (why: string) => `A picture was left out: ${picture.path}. ${why}`
  try {
    const stream = await source.picture(picture)
    if (!stream) return because('The archive does not have it.')
    const bytes = await readAll(stream, MAX_IMAGE_BYTES)
    if (!bytes) return because(`${IMAGE_TOO_LARGE}.`)
    // What the site has already hides nothing, and each encoding makes a photograph a little worse.
    return (await findSame(db, picture.url, bytes)) ?? (await images.process(bytes))
  } catch (error) {
    if (error instanceof SourceError) return because('It is damaged in the archive.')
    if (error instanceof AppError && error.code !== 'UNAVAILABLE')
      return because(`${error.message.replace(/\.$/, '')}.`)
    throw error
  }
}

/** A picture whose file is in the store. */
export interface StoredPicture {
  /** As the source names it. */
  url: string
  filename: string
  /** Not recorded yet; null for a picture that the site has already. */
  image: Omit<ProcessedImage, 'extension'> | null
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
  { extension, ...image }: ProcessedImage,
): Promise<StoredPicture> {
  const same = await findSame(db, url, image.bytes)
  if (same) return same
  const filename = newKey(extension)
  await storage.put(filename, image.bytes)
  return { url, filename, image }
}

/** The picture of the site that has exactly these bytes. */
async function findSame(db: Db, url: string, bytes: Uint8Array): Promise<StoredPicture | undefined> {
  const same = await db
    .selectFrom('images')
    .where('sha256', '=', createHash('sha256').update(bytes).digest())
    .where('removed_at', 'is', null)
    .select('filename')
    .orderBy('id')
    .executeTakeFirst()
  return same && { url, filename: same.filename, image: null }
}

/** A picture of the site. */
export interface RecordedPicture {
  id: number
  filename: string
}

/** Records a picture in the transaction that shows it. @returns undefined when it was deleted meanwhile */
export async function recordPicture(
  tx: Tx,
  { id: import_id, made_by: uploaded_by }: Pick<RunningImport, 'id' | 'made_by'>,
  { url, filename, image }: StoredPicture,
): Promise<RecordedPicture | undefined> {
  const known = await tx
    .selectFrom('images')
    .where('filename', '=', filename)
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
  const image_id = known?.id ?? (image && (await addImage(tx, { ...image, filename, uploaded_by })))
  if (image_id === null) return undefined
  await tx
    .insertInto('import_pictures')
    .values({ import_id, url, image_id })
    .onConflict((on) => on.doNothing())
    .execute()
  return { id: image_id, filename }
}

/**
 * Puts recorded pictures in the places of those of a text, which keep their descriptions, captions and alignment.
 * @param images by URL
 * @param pictures those of an archive that cannot be stored are shown from the old site, or as an empty frame where the address is unknown
 */
export function placePictures(
  content: Block[],
  images: ReadonlyMap<string, RecordedPicture>,
  pictures: readonly PictureRef[] = [],
): Block[] {
  const addresses = new Map(
    pictures.flatMap(({ url, path, address }) =>
      path === null ? [] : [[url, (address && imageSource({ url: address })) || '']],
    ),
  )
  return mapElements(content, (element) => {
    if (element.type !== 'image') return element
    const shown = String(element.url ?? '')
    const { filename } = images.get(shown) ?? {}
    if (filename !== undefined) return { ...element, url: imagePath(filename), filename }
    const address = addresses.get(shown)
    return address === undefined ? element : { ...element, url: address }
  })
}

/** The poster of a version, if it is recorded. @param images by URL */
export function posterOf(
  poster: Pick<PictureRef, 'url' | 'alt'> | null,
  images: ReadonlyMap<string, RecordedPicture>,
) {
  const image = poster && images.get(poster.url)
  if (!image) return undefined
  return { poster_image_id: image.id, poster_alt: cut(poster.alt.trim(), MAX_IMAGE_TEXT.alt) || null }
}

/** The addresses of pictures that other sites have, each once. */
export function outsidePictures(content: Block[]): string[] {
  const urls = elementsOf(content).map((element) => (element.type === 'image' && imageSource(element)) || '')
  return [...new Set(urls.filter((url) => /^https?:/i.test(url)))]
}
