import { type Db, setStorageProblem } from '@nightdesk/db'
import { sql } from 'kysely'
import { deleteLeftovers } from '../imports/delete-leftovers.ts'
import type { Task } from '../tasks.ts'
import { forgetRenditions, forgetUnused } from './reconcile/forget.ts'
import { listStore } from './reconcile/list-store.ts'
import { findProblem } from './reconcile/ownership.ts'
import { deleteQuarantined, quarantine, releaseKnown } from './reconcile/quarantine.ts'

/**
 * Compares the store with the database. Quarantines images without a reference for a month, files rendered from articles that
 * are not public, and files without a row, and deletes them a week later; records rows without a file. Images of any version,
 * however old, are kept. Deletes uploaded exports that no import needs. A store that may belong to another installation is not changed.
 */
export const reconcileStorage: Task<'reconcile-storage'> = async ({ db, storage, import_files, log }) => {
  const listing = await listStore(db, storage)
  const missing = await noteMissing(db, listing.found)
  if (missing.length > 0) log.error({ missing: missing.slice(0, 20) }, 'Files are missing from the storage')
  const problem = await findProblem(db, storage, listing)
  await setStorageProblem(db, problem)
  if (problem) return log.error({ problem }, 'Storage not reconciled')
  const unused = await forgetUnused(db)
  const renditions = await forgetRenditions(db)
  await quarantine(db, listing.orphans)
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
