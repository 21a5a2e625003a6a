import { EXPORT_HOURS } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { JobContext } from '../task.ts'

/** Time for downloads that began just before. */
const DELETED_AFTER_MS = (EXPORT_HOURS + 1) * 60 * 60 * 1000

/**
 * Deletes files of exports that have expired, and the rows of those of 30 days ago. The age of a file is enough: one that a
 * killed worker has left has no row, and those of another site in the same bucket expire as early.
 */
export async function purgeExports({ db, export_files: files }: JobContext): Promise<void> {
  await db.deleteFrom('exports').where('created_at', '<', sql<string>`now() - interval '30 days'`).execute()
  const limit = Date.now() - DELETED_AFTER_MS
  for await (const { key, stored_at } of files.list()) {
    if (Date.parse(stored_at) < limit) await files.delete(key)
  }
}
