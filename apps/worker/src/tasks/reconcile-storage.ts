import type { Db } from '@nightdesk/db'
import type { Store } from '@nightdesk/storage'
import { sql } from 'kysely'
import type { Task } from '../tasks.ts'

/** Long past any upload that has stored its file and not yet its row. */
const ORPHANED_AFTER_MS = 24 * 60 * 60 * 1000
/** Time to bring back a picture that was taken out of a text. */
const UNUSED_AFTER = sql<string>`now() - interval '30 days'`

/**
 * Compares the store with what is known of it: deletes pictures that nothing has named for a month, files made of
 * articles that are not public, and files that have no row; notes rows that have no file. What any version names,
 * however old, is kept.
 */
export const reconcileStorage: Task<'reconcile-storage'> = async ({ db, storage, log }) => {
  const unused = await forgetUnused(db)
  const renditions = await forgetRenditions(db)
  for (const key of [...unused, ...renditions]) await storage.delete(key)
  const { found, orphans } = await listStore(db, storage)
  for (const key of orphans) await storage.delete(key)
  const missing = await noteMissing(db, found)
  if (missing.length > 0) log.error({ missing: missing.slice(0, 20) }, 'Files are missing from the storage')
  log.info(
    {
      found: found.size,
      unused: unused.length,
      renditions: renditions.length,
      orphans: orphans.length,
      missing: missing.length,
    },
    'Storage reconciled',
  )
}

/** @returns the keys of what was forgotten, whose objects can go */
async function forgetUnused(db: Db): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const { rows: images } = await sql<{ id: number; filename: string }>`
      with texts as (
        select content, poster_image_id from article_versions
        union all
        select content, poster_image_id from working_copies
      ), named as (
        select jsonb_path_query(content, 'strict $.**.filename') #>> '{}' as filename from texts
      )
      select id, filename from images
      where created_at < ${UNUSED_AFTER}
        and not exists (select from texts where poster_image_id = images.id)
        and filename not in (select filename from named where filename is not null)
      for update of images skip locked`.execute(tx)
    if (images.length === 0) return []
    const ids = images.map(({ id }) => id)
    const variants = await tx
      .deleteFrom('image_variants')
      .where('image_id', 'in', ids)
      .returning('filename')
      .execute()
    await tx.deleteFrom('images').where('id', 'in', ids).execute()
    const keys = [...images, ...variants].map(({ filename }) => filename)
    await tx.deleteFrom('stored_objects').where('key', 'in', keys).execute()
    return keys
  })
}

/** Of articles that nobody may read, or that are gone. @returns their keys */
async function forgetRenditions(db: Db): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ filename: string }>`
      delete from renditions
      where not exists (select from articles where id = renditions.article_id and state = 'published')
      returning filename`.execute(tx)
    const keys = rows.map(({ filename }) => filename)
    if (keys.length > 0) await tx.deleteFrom('stored_objects').where('key', 'in', keys).execute()
    return keys
  })
}

/** What the store holds, and what of it nobody knows. */
async function listStore(db: Db, storage: Store) {
  const rows = await db.selectFrom('stored_objects').select('key').execute()
  const known = new Set(rows.map(({ key }) => key))
  const found = new Set<string>()
  const orphans: string[] = []
  const limit = Date.now() - ORPHANED_AFTER_MS
  for await (const { key, stored_at } of storage.list()) {
    if (known.has(key)) found.add(key)
    else if (Date.parse(stored_at) < limit) orphans.push(key)
  }
  return { found, orphans }
}

/** Rows stay: a file may come back with a backup, and what named it still does. */
async function noteMissing(db: Db, found: ReadonlySet<string>): Promise<string[]> {
  const keys = [...found]
  await sql`
    update stored_objects set missing_since = null
    where missing_since is not null and key = any(${keys})`.execute(db)
  const { rows } = await sql<{ key: string }>`
    update stored_objects set missing_since = coalesce(missing_since, now())
    where key <> all(${keys}) and stored_at < now() - interval '1 hour'
    returning key`.execute(db)
  return rows.map(({ key }) => key)
}
