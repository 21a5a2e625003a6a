import { sql } from 'kysely'
import type { Source } from '../model.ts'
import type { RunContext } from './context.ts'
import { type ListedItem, readItems } from './read-items.ts'

const BATCH = 100

/**
 * Lists the items of a source in the database, with what would be changed and left out, and reserves the numbers of their articles.
 * Nothing else is written. It can be repeated after it was killed.
 */
export async function listItems(
  { transaction }: Pick<RunContext, 'transaction'>,
  importId: number,
  source: Source,
): Promise<void> {
  const { kind, name, identity } = source
  const write = (first: number, items: ListedItem[]) =>
    transaction(async (tx) => {
      const rows = items.map((item, index) => ({ ...item, position: first + index }))
      await sql`
        insert into import_items (
          import_id, position, source, key, title, summary, notes, failure, addresses, state, number, article_id
        )
        select ${importId}, listed.position, ${identity}, listed.key, listed.title, listed.summary, listed.notes, listed.failure,
          listed.addresses,
          case when listed.failure is not null then 'failed' when known.id is not null then 'known' else 'planned' end,
          coalesce(known.article_id, nextval(pg_get_serial_sequence('articles', 'id'))), known.article_id
        from jsonb_to_recordset(${JSON.stringify(rows)}) as listed (
          position integer, key text, title text, summary jsonb, notes text[], failure text, addresses text[]
        )
        left join import_items known on known.source = ${identity} and known.key = listed.key
          and known.state = 'done' and known.article_id is not null
        where not exists (select from import_items other where import_id = ${importId} and other.key = listed.key)
        order by listed.position`.execute(tx)
    })
  await transaction((tx) =>
    tx.updateTable('imports').set({ kind, name, source: identity }).where('id', '=', importId).execute(),
  )
  let batch: ListedItem[] = []
  let next = 1
  for await (const item of readItems(source)) {
    batch.push(item)
    if (batch.length < BATCH) continue
    await write(next, batch)
    next += batch.length
    batch = []
  }
  if (batch.length > 0) await write(next, batch)
  await transaction((tx) =>
    tx
      .updateTable('imports')
      .set({ state: 'ready' })
      .where('id', '=', importId)
      .where('state', '=', 'reading')
      .execute(),
  )
}
