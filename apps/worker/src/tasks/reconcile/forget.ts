import type { Db, Tx } from '@nightdesk/db'
import { sql } from 'kysely'

/** Time to restore an image that was removed from a text. */
const UNUSED_AFTER = sql<string>`now() - interval '30 days'`

/** Deletes the rows of images without a reference for a month, and quarantines their files. @returns their number */
export async function forgetUnused(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows: images } = await sql<{ id: number; filename: string }>`
      with texts as (
        select content, poster_image_id from article_versions
        union all
        select content, poster_image_id from working_copies
      ), named as (
        select jsonb_path_query(content, 'strict $.**.filename') #>> '{}' as filename from texts
        union all
        select substring(jsonb_path_query(content, 'strict $.**.url') #>> '{}' from '/api/uploads/([^/?#]+)$') from texts
      )
      select id, filename from images
      where created_at < ${UNUSED_AFTER}
        and not exists (select from texts where poster_image_id = images.id)
        and filename not in (select filename from named where filename is not null)
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
