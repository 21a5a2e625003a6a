import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Db } from '@nightdesk/db'
import { isOwnKey, type Store } from '@nightdesk/storage'
import { openIfUsable } from '../archive/read-archive.ts'
import { listArchives } from '../directory.ts'
import { objectFile } from '../manifest.ts'

export interface ObjectReport {
  /** Files of the site at that moment that were deleted since, and are back from a backup. */
  returned: number
  /** Those that no backup has. */
  lost: string[]
  /** Files that were uploaded since. The reconciliation of the storage deletes them in a week. */
  later: number
}

/**
 * Brings back the uploads that a site of an earlier moment names, and the storage deleted since. Objects never change, so those
 * that are there are the right ones.
 * @param backups the directory of the archives of `nightdesk backup`
 */
export async function bringBackObjects(db: Db, storage: Store, backups: string): Promise<ObjectReport> {
  const stored = new Set<string>()
  for await (const { key } of storage.list()) stored.add(key)
  await forgetRenditions(db, stored)
  const rows = await db.selectFrom('stored_objects').select('key').execute()
  const known = new Set(rows.map(({ key }) => key))
  const missing = known.difference(stored)
  const lost = new Set(missing)
  for (const path of await archivesIn(backups)) {
    if (lost.size === 0) break
    await using archive = await openIfUsable(path)
    for (const key of lost) {
      if (!archive?.has(objectFile(key))) continue
      await storage.put(key, await buffer(archive.read(objectFile(key))))
      lost.delete(key)
    }
  }
  const later = [...stored.difference(known)].filter(isOwnKey).length
  return { returned: missing.size - lost.size, lost: [...lost], later }
}

/** The worker stores the newest one in its own directory when the others are in a bucket. */
const archivesIn = async (backups: string) => [
  ...(await listArchives(backups)),
  ...(await listArchives(join(backups, 'bucket'))),
]

/** Those that are gone are rendered again when somebody asks for them. */
async function forgetRenditions(db: Db, stored: ReadonlySet<string>): Promise<void> {
  const rows = await db.selectFrom('renditions').select('filename').execute()
  const gone = rows.map(({ filename }) => filename).filter((filename) => !stored.has(filename))
  if (gone.length === 0) return
  await db.deleteFrom('renditions').where('filename', 'in', gone).execute()
  await db.deleteFrom('stored_objects').where('key', 'in', gone).execute()
}
