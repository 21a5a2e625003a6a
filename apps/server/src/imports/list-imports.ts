import {
  IMPORT_ITEM_STATES,
  type Import,
  type ImportItemState,
  type Input,
  type imports,
  notFound,
} from '@nightdesk/contracts'
import type { Db, DbOrTx } from '@nightdesk/db'
import { sql } from 'kysely'

type Page = Input<(typeof imports)['list']>

const PAGE_SIZE = 50

export async function listImports(db: Db, { page = 1, limit = PAGE_SIZE }: Page) {
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
