import type { Db } from '@nightdesk/db'
import type { LargeFiles } from '@nightdesk/storage'

/** Longer than an upload may take. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000

/** Deletes uploaded exports that no import needs: of uploads and jobs that were killed. @returns their number */
export async function deleteLeftovers(db: Db, files: LargeFiles): Promise<number> {
  const rows = await db.selectFrom('imports').where('upload', 'is not', null).select('upload').execute()
  const needed = new Set(rows.map(({ upload }) => upload))
  const limit = Date.now() - ABANDONED_AFTER_MS
  let deleted = 0
  for await (const { key, stored_at } of files.list()) {
    if (needed.has(key) || Date.parse(stored_at) > limit) continue
    await files.delete(key)
    deleted += 1
  }
  return deleted
}
