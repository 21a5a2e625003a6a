import { type Db, lockDeletion } from '@nightdesk/db'
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

/** Deletes files that were quarantined a week ago, unless a backup is being made. @returns their number */
export async function deleteQuarantined(db: Db, storage: Store): Promise<number> {
  const due = await db
    .selectFrom('quarantined_objects')
    .where('since', '<', DELETED_AFTER)
    .select('key')
    .execute()
  let deleted = 0
  for (const { key } of due) {
    if (!(await deleteOne(db, storage, key))) break
    deleted += 1
  }
  return deleted
}

const deleteOne = (db: Db, storage: Store, key: string): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    if (!(await lockDeletion(tx))) return false
    await storage.delete(key)
    await tx.deleteFrom('quarantined_objects').where('key', '=', key).execute()
    return true
  })
