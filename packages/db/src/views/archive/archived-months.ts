import { sql } from 'kysely'
import type { Db, Tx } from '../../client.ts'

/** A file of an archive that is in the storage. */
export interface ArchivedFile {
  number: number
  key: string
  bytes: number
  views: number
}

/**
 * Whether all raw views of a month are in its archive. `month` is its first day.
 * @throws when an archive of other views exists
 */
export async function isArchived(db: Db, month: string): Promise<boolean> {
  const { rows } = await sql<{ views: number; archived: number; is_dropped: boolean }>`
    select
      (select count(*) from views where day >= ${month} and day < (${month}::date + interval '1 month')::date) as views,
      (select coalesce(sum(views), 0) from archived_view_files where month = ${month}) as archived,
      exists (select from dropped_view_months where month = ${month}) as is_dropped`.execute(db)
  const { views, archived, is_dropped } = rows[0]! // a select without from has one row
  if (archived === 0) return views === 0
  // While a dropped month is being restored, it has only some of its views.
  if (is_dropped ? archived < views : archived !== views)
    throw new Error(`${month.slice(0, 7)} has ${views} views, but its archive has ${archived}`)
  return true
}

/** Makes the archive of a month complete, with all of its files. */
export async function completeArchive(tx: Tx, month: string, files: readonly ArchivedFile[]): Promise<void> {
  for (const { bytes, ...file } of files) {
    await tx.insertInto('stored_objects').values({ key: file.key, bytes }).execute()
    await tx
      .insertInto('archived_view_files')
      .values({ month, ...file })
      .execute()
  }
}

/** The months that have an archive, as `YYYY-MM`, the first one first. */
export async function archivedMonths(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('archived_view_files')
    .select('month')
    .distinct()
    .orderBy('month')
    .execute()
  return rows.map(({ month }) => month.slice(0, 7))
}
