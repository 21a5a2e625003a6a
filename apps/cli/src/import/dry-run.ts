import type { Db } from '@nightdesk/db'
import { readItems, type Source } from '@nightdesk/import'
import type { ItemRow } from './describe-items.ts'

/** What an import would do, without writing anything. */
export async function dryRun(db: Db, source: Source): Promise<ItemRow[]> {
  const known = await readKnown(db, source)
  const rows: ItemRow[] = []
  for await (const { key, old_key, title, summary, notes, failure } of readItems(source)) {
    const article_id = known.get(key) ?? known.get(`${old_key} ${title}`) ?? null
    const state = failure !== null ? 'failed' : article_id === null ? 'planned' : 'known'
    rows.push({ key, title, summary, notes, failure, state, article_id })
  }
  return rows
}

/** The articles of this source that the site has already, by key, and by key and title. */
async function readKnown(db: Db, { identity }: Source): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('import_items')
    .where('source', '=', identity)
    .where('state', '=', 'done')
    .select(['key', 'title', 'article_id'])
    .execute()
  return new Map(
    rows.flatMap(({ key, title, article_id }) =>
      article_id === null
        ? []
        : [
            [key, article_id],
            [`${key} ${title}`, article_id],
          ],
    ),
  )
}
