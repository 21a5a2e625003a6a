import { type Input, type imports, notFound } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import { sql } from 'kysely'

type Search = Input<(typeof imports)['items']>

const PAGE_SIZE = 50

export async function listItems(db: Db, { id, page = 1, limit = PAGE_SIZE, ...filter }: Search) {
  const known = await db.selectFrom('imports').where('id', '=', id).select('id').executeTakeFirst()
  if (!known) throw notFound('Import')
  const matching = selectMatching(db, id, filter)
  const [{ count }, items] = await Promise.all([
    matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    matching
      .select(['id', 'title', 'summary', 'notes', 'state', 'failure', 'article_id'])
      .orderBy('position')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
  ])
  return { items, count }
}

const selectMatching = (db: Db, id: number, { state, notes }: Pick<Search, 'state' | 'notes'>) =>
  db
    .selectFrom('import_items')
    .where('import_id', '=', id)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'planned'))
    .$if(notes !== undefined, (query) => query.where(sql<boolean>`(notes <> '{}') = ${notes === 'some'}`))
