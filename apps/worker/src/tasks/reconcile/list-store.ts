import type { Db } from '@nightdesk/db'
import { isOwnKey, type Store } from '@nightdesk/storage'

/** Long past any upload that has stored its file and not yet its row. */
const ORPHANED_AFTER_MS = 24 * 60 * 60 * 1000

/** What a store holds, compared with what the database knows. Files with names that are not ours do not count. */
export interface Listing {
  /** The keys with a row that are there. */
  found: Set<string>
  /** How many files are ours by their names, with a row or without. */
  files: number
  /** How many of them have no row, those left out that the database itself has forgotten. */
  unknown: number
  /** Those of them that are older than any upload still going on, and not in quarantine. */
  orphans: string[]
}

export async function listStore(db: Db, storage: Store): Promise<Listing> {
  const rows = await db.selectFrom('stored_objects').select('key').execute()
  const known = new Set(rows.map(({ key }) => key))
  const aside = await db.selectFrom('quarantined_objects').select(['key', 'reason']).execute()
  const reasons = new Map(aside.map(({ key, reason }) => [key, reason]))
  const limit = Date.now() - ORPHANED_AFTER_MS
  const listing: Listing = { found: new Set(), files: 0, unknown: 0, orphans: [] }
  for await (const { key, stored_at } of storage.list()) {
    if (known.has(key)) listing.found.add(key)
    if (!known.has(key) && !isOwnKey(key)) continue
    listing.files += 1
    if (known.has(key) || reasons.get(key) === 'forgotten') continue
    listing.unknown += 1
    if (!reasons.has(key) && Date.parse(stored_at) < limit) listing.orphans.push(key)
  }
  return listing
}
