import type { Db } from '@nightdesk/db'
import type { ItemRow } from './describe-items.ts'

/** What became of each item of an import. */
export const readReceipt = (db: Db, importId: number): Promise<ItemRow[]> =>
  db
    .selectFrom('import_items')
    .where('import_id', '=', importId)
    .select(['key', 'title', 'summary', 'notes', 'failure', 'state', 'article_id'])
    .orderBy('position')
    .execute()
