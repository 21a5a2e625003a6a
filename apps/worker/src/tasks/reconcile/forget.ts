import type { Db, Tx } from '@nightdesk/db'
import { sql } from 'kysely'

/** Time to restore an image that was removed from a text. */
const UNUSED_AFTER = sql<string>`now() - interval '30 days'`
/** Time to bring back an image that an editor removed. */
const REMOVED_AFTER = sql<string>`now() - interval '1 day'`

/**
 * Deletes the rows of images without a reference for a month, and of those that an editor removed, and quarantines their
 * files. A text that is stored at the same time makes the database refuse this: the next run tries again.
 * @returns their number
 */
export async function forgetUnused(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows: images } = await sql<{ id: number; filename: string }>`
      select id, filename from images
      where (unused_since < ${UNUSED_AFTER} or removed_at < ${REMOVED_AFTER})
        and not exists (select from image_uses where image_id = images.id)
        and not exists (select from people where picture_image_id = images.id)
      for update of images skip locked`.execute(tx)
    if (images.length === 0) return 0
    const ids = images.map(({ id }) => id)
    const variants = await tx
      .deleteFrom('image_variants')
      .where('image_id', 'in', ids)
      .returning('filename')
      .execute()
    await tx.deleteFrom('images').where('id', 'in', ids).execute()
    return setAside(
      tx,
      [...images, ...variants].map(({ filename }) => filename),
    )
  })
}

/** The same for files rendered from articles that are not public or were deleted. @returns their number */
export async function forgetRenditions(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ filename: string }>`
      delete from renditions
      where not exists (select from articles where id = renditions.article_id and state = 'published')
      returning filename`.execute(tx)
    return setAside(
      tx,
      rows.map(({ filename }) => filename),
    )
  })
}

async function setAside(tx: Tx, keys: string[]): Promise<number> {
  if (keys.length === 0) return 0
  await tx.deleteFrom('stored_objects').where('key', 'in', keys).execute()
  await sql`
    insert into quarantined_objects (key, reason) select key, 'forgotten' from unnest(${keys}::text[]) key
    on conflict do nothing`.execute(tx)
  return keys.length
}
