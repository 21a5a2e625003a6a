import { createHash } from 'node:crypto'
import { imagePath, type PublishedImage } from '@nightdesk/contracts'
import { type Insertable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { DbOrTx, Tx } from './client.ts'
import { addJob } from './jobs.ts'
import type { Database } from './schema.ts'

interface NewImage extends Omit<Insertable<Database['images']>, 'bytes' | 'sha256'> {
  /** The file, which is in the store already. */
  bytes: Uint8Array
}

/** Records an image whose file is stored, and queues the job for its smaller copies. @returns its id */
export async function addImage(tx: Tx, { bytes: file, ...image }: NewImage): Promise<number> {
  const sha256 = createHash('sha256').update(file).digest()
  const bytes = file.length
  await tx.insertInto('stored_objects').values({ key: image.filename, bytes }).execute()
  const { id } = await tx
    .insertInto('images')
    .values({ ...image, bytes, sha256 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addJob(tx, 'make-variants', { image_id: id })
  return id
}

/** The sizes and copies of pictures, by file name. */
export async function readImages(db: DbOrTx, filenames: string[]): Promise<Map<string, PublishedImage>> {
  const images = await selectImages(db, 'filename', filenames)
  return new Map(images.map(({ filename, image }) => [filename, image]))
}

/** The same with their addresses, by id. */
export async function readPictures(db: DbOrTx, ids: number[]) {
  const images = await selectImages(db, 'id', ids)
  return new Map(images.map(({ id, filename, image }) => [id, { url: imagePath(filename), ...image }]))
}

async function selectImages(db: DbOrTx, column: 'id' | 'filename', values: (number | string)[]) {
  if (values.length === 0) return []
  const images = await db
    .selectFrom('images')
    .where(column, 'in', values)
    .select(['id', 'filename', 'width', 'height'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('image_variants')
          .whereRef('image_variants.image_id', '=', 'images.id')
          .orderBy('format')
          .orderBy('width')
          .select(['filename', 'width', 'format']),
      ).as('variants'),
    )
    .execute()
  return images.map(({ id, filename, variants, ...size }) => ({
    id,
    filename,
    image: {
      ...size,
      variants: variants.map(({ filename, ...variant }) => ({ url: imagePath(filename), ...variant })),
    },
  }))
}

/**
 * The number of stored files, their size in bytes, and how many of them are missing. From our own rows: listing a bucket takes
 * longer with every file. A daily job compares the two.
 */
export const storedObjects = (db: DbOrTx): Promise<{ objects: number; bytes: number; missing: number }> =>
  db
    .selectFrom('stored_objects')
    .select((eb) => [
      eb.fn.countAll<number>().as('objects'),
      eb.fn.coalesce(eb.fn.sum<number>('bytes'), sql<number>`0`).as('bytes'),
      eb.fn.count<number>('missing_since').as('missing'),
    ])
    .executeTakeFirstOrThrow()

/** A backup holds this advisory lock in shared mode on its connection; deleting a stored file needs it alone. */
export const DELETION_LOCK = 'nightdesk deletion of files'

/** Until the end of the transaction, no backup begins. @returns false while one is being made */
export async function lockDeletion(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ is_locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${DELETION_LOCK})) as is_locked`.execute(tx)
  return rows[0]!.is_locked // a select without from has one row
}
