import {
  type Db,
  type DbOrTx,
  installationMark,
  lockDeletion,
  setStorageProblem,
  type Tx,
  takeAcceptance,
} from '@nightdesk/db'
import { claimStore, isOwnKey, readOwner, type Store } from '@nightdesk/storage'
import { sql } from 'kysely'
import { deleteLeftovers } from '../imports/import-jobs.ts'
import type { Task } from '../task.ts'

/**
 * Compares the store with the database. Quarantines images without a reference for a month, files rendered from articles that
 * are not public, and files without a row, and deletes them a week later; records rows without a file. Images of any version,
 * however old, are kept. Deletes uploaded exports that no import needs. A store that may belong to another installation is not changed.
 */
export const reconcileStorage: Task<'reconcile-storage'> = async ({ db, storage, import_files, log }) => {
  const listing = await listStore(db, storage)
  const missing = await noteMissing(db, listing.found)
  if (missing.length > 0) log.error({ missing: missing.slice(0, 20) }, 'Files are missing from the storage')
  const { problem, isAccepted } = await findProblem(db, storage, listing)
  await setStorageProblem(db, problem)
  if (problem) return log.error({ problem }, 'Storage not reconciled')
  const unused = await deleteUnusedImages(db)
  const renditions = await deletePrivateRenditions(db)
  await quarantine(db, listing.orphans, 'unknown')
  // What the operator has given up is no alarm in the next night.
  if (isAccepted) await db.updateTable('quarantined_objects').set({ reason: 'forgotten' }).execute()
  await releaseKnown(db)
  const deleted = await deleteQuarantined(db, storage)
  const uploads = await deleteLeftovers(db, import_files)
  const { found, orphans } = listing
  log.info(
    {
      found: found.size,
      unused,
      renditions,
      orphans: orphans.length,
      deleted,
      missing: missing.length,
      uploads,
    },
    'Storage reconciled',
  )
}

/** The rows are kept: a backup may bring the file back, and texts still refer to it. */
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

/** Longer than any upload takes between storing its file and writing its row. */
const ORPHANED_AFTER_MS = 24 * 60 * 60 * 1000

/** The files of a store compared with the rows. Files with names of others are ignored. */
interface Listing {
  /** Keys of files with a row. */
  found: Set<string>
  /** Number of files with names like ours, with or without a row. */
  files: number
  /** Number of them without a row that are too old for an unfinished upload, apart from those that were given up or whose row a reconciliation deleted. */
  unknown: number
  /** Number of those that are younger. */
  young: number
  /** Those that are unknown, and not in quarantine. */
  orphans: string[]
}

async function listStore(db: Db, storage: Store): Promise<Listing> {
  const rows = await db.selectFrom('stored_objects').select('key').execute()
  const known = new Set(rows.map(({ key }) => key))
  const aside = await db.selectFrom('quarantined_objects').select(['key', 'reason']).execute()
  const reasons = new Map(aside.map(({ key, reason }) => [key, reason]))
  const limit = Date.now() - ORPHANED_AFTER_MS
  const listing: Listing = { found: new Set(), files: 0, unknown: 0, young: 0, orphans: [] }
  for await (const { key, stored_at } of storage.list()) {
    if (known.has(key)) listing.found.add(key)
    if (!known.has(key) && !isOwnKey(key)) continue
    listing.files += 1
    if (known.has(key) || reasons.get(key) === 'forgotten') continue
    if (Date.parse(stored_at) >= limit) {
      listing.young += 1
      continue
    }
    listing.unknown += 1
    if (!reasons.has(key)) listing.orphans.push(key)
  }
  return listing
}

/** With a larger share of files without a row, the store probably belongs to another database. */
const UNKNOWN_SHARE = 0.1
/** Crashes leave a few such files, however small the store is. */
const UNKNOWN_FEW = 2

const refused = (reason: string) => ({
  problem: `${reason}: nothing is deleted. If they are this site’s, run \`nightdesk storage claim\`.`,
  isAccepted: false,
})

/**
 * Whether files may be deleted: only from a store with the mark of this database, and with few unknown files. A store
 * without a mark gets ours when nearly all its files have a row.
 * @returns why nothing may be deleted, as a sentence, or null; and whether the operator has given up the unknown files
 */
async function findProblem(db: Db, storage: Store, listing: Listing) {
  const [mark, owner] = await Promise.all([installationMark(db), readOwner(storage)])
  if (owner !== null && owner !== mark)
    return refused(
      'The stored files belong to another installation of Nightdesk, or to another copy of the database',
    )
  const isAccepted = await takeAcceptance(db)
  const { unknown, young, files } = listing
  const few = Math.max(UNKNOWN_FEW, files * UNKNOWN_SHARE)
  if (!isAccepted && unknown > few)
    return refused(`${unknown} of ${files} stored files are not known to the database`)
  if (owner === null && (isAccepted || unknown + young <= few)) await claimStore(storage, mark)
  return { problem: null, isAccepted }
}

/** Time to restore an image that was removed from a text. */
const UNUSED_AFTER = sql<string>`now() - interval '30 days'`
/** Time to bring back an image that an editor removed. */
const REMOVED_AFTER = sql<string>`now() - interval '1 day'`

/**
 * Deletes the rows of images without a reference for a month, and of those that an editor removed, and quarantines their
 * files. A text that is stored at the same time makes the database refuse this: the next run tries again.
 * @returns their number
 */
export async function deleteUnusedImages(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows: images } = await sql<{ id: number; filename: string }>`
      select id, filename from images
      where (unused_since < ${UNUSED_AFTER} or removed_at < ${REMOVED_AFTER})
        and not exists (select from image_uses where image_id = images.id)
        and not exists (select from pictures_outside_texts where image_id = images.id)
      for update of images skip locked`.execute(tx)
    if (images.length === 0) return 0
    const ids = images.map(({ id }) => id)
    const variants = await tx
      .deleteFrom('image_variants')
      .where('image_id', 'in', ids)
      .returning('filename')
      .execute()
    await tx.deleteFrom('images').where('id', 'in', ids).execute()
    return forget(tx, [...images, ...variants])
  })
}

/** The same for files rendered from articles that are not public or were deleted. @returns their number */
async function deletePrivateRenditions(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ filename: string }>`
      delete from renditions
      where not exists (select from articles where id = renditions.article_id and state = 'published')
      returning filename`.execute(tx)
    return forget(tx, rows)
  })
}

async function forget(tx: Tx, files: { filename: string }[]): Promise<number> {
  const keys = files.map(({ filename }) => filename)
  await sql`delete from stored_objects where key = any(${keys})`.execute(tx)
  await quarantine(tx, keys, 'forgotten')
  return keys.length
}

async function quarantine(
  db: DbOrTx,
  keys: readonly string[],
  reason: 'unknown' | 'forgotten',
): Promise<void> {
  await sql`
    insert into quarantined_objects (key, reason) select key, ${reason} from unnest(${keys}::text[]) key
    on conflict do nothing`.execute(db)
}

/** Time to notice a mistake, and to restore the row from a backup. */
const DELETED_AFTER = sql<string>`now() - interval '7 days'`

/** Releases files whose row is back, for example from a backup. */
async function releaseKnown(db: Db): Promise<void> {
  await sql`
    delete from quarantined_objects
    where exists (select from stored_objects where stored_objects.key = quarantined_objects.key)`.execute(db)
}

/** Deletes files that were quarantined a week ago, unless a backup is being made. @returns their number */
async function deleteQuarantined(db: Db, storage: Store): Promise<number> {
  const due = await db
    .selectFrom('quarantined_objects')
    .where('since', '<', DELETED_AFTER)
    .select('key')
    .execute()
  let deleted = 0
  for (const { key } of due) {
    const isDeleted = await db.transaction().execute(async (tx) => {
      if (!(await lockDeletion(tx))) return false
      await storage.delete(key)
      await tx.deleteFrom('quarantined_objects').where('key', '=', key).execute()
      return true
    })
    if (!isDeleted) break
    deleted += 1
  }
  return deleted
}
