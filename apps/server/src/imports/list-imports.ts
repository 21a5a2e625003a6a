import {
  IMPORT_ITEM_STATES,
  type Import,
  type ImportAuthor,
  type ImportItemState,
  type Input,
  type imports,
  notFound,
} from '@nightdesk/contracts'
import type { Db, DbOrTx } from '@nightdesk/db'
import { sql } from 'kysely'

const PAGE_SIZE = 50

export async function listImports(db: Db, { page = 1, limit = PAGE_SIZE }: Input<typeof imports.list>) {
  const [{ count }, rows] = await Promise.all([
    db
      .selectFrom('imports')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    selectImports(db)
      .orderBy('imports.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
  ])
  return { imports: await withSums(db, rows), count }
}

/** @throws AppError when there is none */
export async function readImport(db: DbOrTx, id: number): Promise<Import> {
  const [found] = await withSums(db, await selectImports(db).where('imports.id', '=', id).execute())
  if (!found) throw notFound('Import')
  return found
}

const selectImports = (db: DbOrTx) =>
  db
    .selectFrom('imports')
    .leftJoin('users', 'users.id', 'made_by')
    .select(['imports.id', 'file', 'kind', 'imports.name', 'imports.state', 'failure'])
    .select(['imports_as', 'fetches_pictures', 'wayback', 'with_tags', 'imports.created_at', 'finished_at'])
    .select(['full_name as made_by_name'])
    .select(sql<boolean>`imports.state = 'ready' and upload is not null`.as('can_start'))

type Row = Awaited<ReturnType<ReturnType<typeof selectImports>['execute']>>[number]

async function withSums(db: DbOrTx, rows: Row[]): Promise<Import[]> {
  const ids = rows.map(({ id }) => id)
  const [sums, waiting] = await Promise.all([sumItems(db, ids), countWaiting(db, ids)])
  return rows.map((row) => {
    const own = sums.filter(({ import_id }) => import_id === row.id)
    const counts = countsOf(own)
    const coming = own.filter(({ state }) => state === 'planned' || state === 'done')
    return {
      ...row,
      counts,
      with_notes: total(own.map(({ with_notes }) => with_notes)),
      words: total(coming.map(({ words }) => words)),
      pictures: total(coming.map(({ pictures }) => pictures)),
      waiting_for_pictures: waiting.get(row.id) ?? 0,
      progress: progressOf(row.state, counts),
    }
  })
}

interface Sum {
  import_id: number
  state: ImportItemState
  items: number
  with_notes: number
  words: number
  pictures: number
}

async function sumItems(db: DbOrTx, ids: number[]): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select import_id, state, count(*) as items, count(*) filter (where notes <> '{}') as with_notes,
      sum((summary ->> 'words')::int) as words, sum((summary ->> 'pictures')::int) as pictures
    from import_items where import_id = any (${ids}) group by import_id, state`.execute(db)
  return rows
}

/** Items whose pictures a job is about to copy, by import. */
async function countWaiting(db: DbOrTx, ids: number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ import_id: number; items: number }>`
    select import_id, count(*) as items
    from graphile_worker._private_jobs job
    join graphile_worker._private_tasks task on task.id = job.task_id and task.identifier = 'import-pictures'
    join import_items item on item.id = (job.payload ->> 'item_id')::bigint
    where import_id = any (${ids}) and job.attempts < job.max_attempts
    group by import_id`.execute(db)
  return new Map(rows.map(({ import_id, items }) => [import_id, items]))
}

type Counts = Import['counts']

function countsOf(sums: Sum[]): Counts {
  const counts = Object.fromEntries(IMPORT_ITEM_STATES.map((state) => [state, 0])) as Counts // fromEntries loses the names
  for (const { state, items } of sums) counts[state] = items
  return counts
}

function progressOf(
  state: Import['state'],
  { planned, done, known, failed, left, undone }: Counts,
): Import['progress'] {
  if (state === 'reading') return { done: planned + known + failed, total: null }
  if (state === 'running') return { done: done + failed, total: planned + done + failed }
  if (state === 'undoing') return { done: left + undone, total: done + left + undone }
  return null
}

const total = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)

type Search = Input<typeof imports.items>

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

const MOST_AUTHORS = 500

/** The authors whom the items of an import name, with the people who are credited in their place. */
export async function listAuthors(db: Db, importId: number): Promise<ImportAuthor[]> {
  const { rows } = await sql<{ name: string; items: number; person_id: number | null; person_name: string }>`
    with authors as (
      select author as name, count(*) as items
      from import_items, jsonb_array_elements_text(summary -> 'authors') author
      where import_id = ${importId} and btrim(author) <> ''
      group by author order by items desc, author limit ${MOST_AUTHORS}
    )
    select authors.name, items, person.id as person_id, person.name as person_name
    from authors
    left join lateral (
      select people.id, people.name from people, imports
      where imports.id = ${importId} and (
        people.id = (credits ->> authors.name)::bigint
        or lower(people.name) = lower(regexp_replace(btrim(authors.name), '\\s+', ' ', 'g'))
      )
      order by people.id = (credits ->> authors.name)::bigint desc nulls last, people.id
      limit 1
    ) person on true
    order by items desc, authors.name`.execute(db)
  return rows.map(({ name, items, person_id, person_name }) => ({
    name,
    items,
    person: person_id === null ? null : { id: person_id, name: person_name },
  }))
}
