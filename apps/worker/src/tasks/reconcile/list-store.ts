import type { Db } from '@nightdesk/db'
import { isOwnKey, type Store } from '@nightdesk/storage'

/** Longer than any upload takes between storing its file and writing its row. */
const ORPHANED_AFTER_MS = 24 * 60 * 60 * 1000

/** The files of a store compared with the rows. Files with names of others are ignored. */
export interface Listing {
  /** Keys of files with a row. */
  found: Set<string>
  /** Number of files with names like ours, with or without a row. */
  files: number
  /** Number of them without a row that are too old for an unfinished upload, apart from those whose row a reconciliation deleted. */
  unknown: number
  /** Number of those that are younger. */
  young: number
  /** Those that are unknown, and not in quarantine. */
  orphans: string[]
}

export async function listStore(db: Db, storage: Store): Promise<Listing> {
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
