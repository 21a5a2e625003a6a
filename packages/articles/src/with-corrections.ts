import type { Correction } from '@nightdesk/contracts'
import type { DbOrTx } from '@nightdesk/db'
import { sql } from 'kysely'

/** Adds the corrections of all articles with one query. */
export async function withCorrections<T extends { id: number }>(db: DbOrTx, rows: readonly T[]) {
  const corrections = await readCorrections(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, corrections: corrections.get(row.id) ?? [] }))
}

/** The corrections of articles, by their ids, the first one first. */
async function readCorrections(
  db: DbOrTx,
  articleIds: readonly number[],
): Promise<Map<number, Correction[]>> {
  if (articleIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('corrections')
    .where('article_id', '=', sql<number>`any(${articleIds})`)
    .select(['id', 'article_id', 'text', 'created_at'])
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ article_id }) => article_id)
}
