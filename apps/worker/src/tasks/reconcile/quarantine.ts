import type { Db } from '@nightdesk/db'
import type { Store } from '@nightdesk/storage'
import { sql } from 'kysely'

/** Time to notice a mistake, and to restore the row from a backup. */
const DELETED_AFTER = sql<string>`now() - interval '7 days'`

/** Quarantines files without a row. */
export async function quarantine(db: Db, keys: readonly string[]): Promise<void> {
  await sql`
    insert into quarantined_objects (key, reason) select key, 'unknown' from unnest(${keys}::text[]) key
    on conflict do nothing`.execute(db)
}

/** Releases files whose row is back, for example from a backup. */
export async function releaseKnown(db: Db): Promise<void> {
  await sql`
    delete from quarantined_objects where exists (select from stored_objects where stored_objects.key = quarantined_objects.key)`.execute(
    db,
  )
}

/** Deletes files that were quarantined a week ago. @returns their number */
export async function deleteQuarantined(db: Db, storage: Store): Promise<number> {
  const due = await db
    .selectFrom('quarantined_objects')
    .where('since', '<', DELETED_AFTER)
    .select('key')
    .execute()
  for (const { key } of due) {
    await storage.delete(key)
    await db.deleteFrom('quarantined_objects').where('key', '=', key).execute()
  }
  return due.length
}
