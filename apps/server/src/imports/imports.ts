import {
  conflict,
  type imports as contract,
  IMPORT_ADDRESS_KINDS,
  IMPORT_ITEM_STATES,
  IMPORT_TOO_LARGE,
  type Import,
  type ImportAuthor,
  type ImportDetails,
  type ImportItemState,
  type Input,
  invalid,
  LOSS_KINDS,
  MAX_IMPORT_BYTES,
  NO_IMPORT_FILE,
  notFound,
  refuseImport,
  tooMany,
  uploadImport,
} from '@nightdesk/contracts'
import { addJob, type Db, type DbOrTx, readPage, type Tx } from '@nightdesk/db'
import { newKey } from '@nightdesk/storage'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { audit } from '../audit/audit.ts'
import { change } from '../change.ts'
import type { Handlers, SignedInContext } from '../context.ts'
import { FIELD, type ReadForm, uploadRoute } from '../files/uploads.ts'
import { mayBeCommitted } from '../http/errors.ts'
import type { Parts } from '../parts.ts'

/** Imports are read, run and undone one after another. */
const IMPORTS_QUEUE = 'imports'

export const imports: Handlers<typeof contract> = {
  async list({ db }, { page, limit }) {
    const all = selectImports(db).orderBy('imports.id', 'desc')
    const { rows, count } = await readPage(all, page, limit)
    return { imports: await withSums(db, rows), count }
  },

  get: async ({ db }, { id }) => ({
    ...(await readImport(db, id)),
    authors: await listAuthors(db, id),
    losses: await sumLosses(db, id),
    addresses: await countAddresses(db, id),
  }),

  async items({ db }, { id, page, limit, state, notes, loss }) {
    await requireImport(db, id)
    let matching = db.selectFrom('import_items').where('import_id', '=', id)
    if (state !== undefined) matching = matching.where(STATE_NOW, '=', state)
    if (notes !== undefined) matching = matching.where(sql<boolean>`(notes <> '{}') = ${notes === 'some'}`)
    if (loss !== undefined)
      matching = matching.where(sql<boolean>`summary -> 'losses' @> ${JSON.stringify([{ kind: loss }])}`)
    const shown = matching
      .select(['id', 'title', 'summary', 'notes', STATE_NOW.as('state'), 'failure', 'article_id'])
      .orderBy('position')
    const { rows: items, count } = await readPage(shown, page, limit)
    return { items, count }
  },

  async addresses({ db }, { id, kind, page, limit }) {
    await requireImport(db, id)
    let matching = db.selectFrom('import_addresses').where('import_id', '=', id)
    if (kind !== undefined) matching = matching.where('kind', '=', kind)
    const shown = matching
      .select(['path', 'kind', 'leads_to', 'name', 'problem'])
      .orderBy(sql`problem is null`)
      .orderBy('path')
    const { rows: addresses, count } = await readPage(shown, page, limit)
    return { addresses, count }
  },

  read: (ctx, { id, site }) =>
    change(ctx, async (tx) => {
      const { state, upload, file } = await lockImport(tx, id)
      if (state !== 'ready' || upload === null)
        throw conflict('Only an uploaded file of which nothing is imported yet can be read again.')
      await tx.deleteFrom('import_items').where('import_id', '=', id).execute()
      await tx.updateTable('imports').set({ state: 'reading', site }).where('id', '=', id).execute()
      await addJob(tx, 'read-import', { import_id: id }, { queue: IMPORTS_QUEUE })
      await audit(tx, ctx, 'import.read', `import:${id}`, { file, site })
      return readImport(tx, id)
    }),

  start: (ctx, { id, people, ...choices }) =>
    change(ctx, async (tx) => {
      const { state, upload, file } = await lockImport(tx, id)
      if (state !== 'ready') throw conflict('This import cannot be started: it is not ready, or has begun.')
      if (upload === null)
        throw conflict('This import was begun at the command line. Run the same command to go on.')
      const credits = JSON.stringify(await creditsOf(tx, people))
      const made_by = ctx.session.user.id
      await tx
        .updateTable('imports')
        .set({ state: 'running', made_by, credits, ...choices })
        .where('id', '=', id)
        .execute()
      await addJob(tx, 'run-import', { import_id: id }, { queue: IMPORTS_QUEUE })
      await audit(tx, ctx, 'import.run', `import:${id}`, { file, ...choices })
      return readImport(tx, id)
    }),

  undo: (ctx, { id }) =>
    change(ctx, async (tx) => {
      const { state, file } = await lockImport(tx, id)
      if (state !== 'done' && state !== 'running')
        throw conflict('Only an import that is under way or done can be undone.')
      await tx.updateTable('imports').set({ state: 'undoing' }).where('id', '=', id).execute()
      const payload = { import_id: id, requested_by: ctx.session.user.id }
      await addJob(tx, 'undo-import', payload, { queue: IMPORTS_QUEUE })
      await audit(tx, ctx, 'import.undo', `import:${id}`, { file })
      return readImport(tx, id)
    }),

  async remove(ctx, { id }) {
    const upload = await ctx.db.transaction().execute(async (tx) => {
      const { state, upload, file } = await lockImport(tx, id)
      if (!['reading', 'ready', 'failed', 'undone'].includes(state))
        throw conflict(
          'An import can be removed before it begins, when it has failed, and when it was undone.',
        )
      // Their rows tell later imports that they are here.
      if (countsOf(await sumItems(tx, [id])).left > 0)
        throw conflict('This import stays in the list: the stories that it left would come in a second time.')
      await tx.deleteFrom('imports').where('id', '=', id).execute()
      await audit(tx, ctx, 'import.remove', `import:${id}`, { file })
      return upload
    })
    if (upload === null) return
    // Otherwise the daily reconciliation deletes it.
    await ctx.import_files.delete(upload).catch((err) => ctx.log.warn({ err, upload }, 'Left an upload'))
  },
}

const beginImport = (ctx: SignedInContext, file: string, upload: string): Promise<Import> =>
  change(ctx, async (tx) => {
    // Nobody has said yet that the stories may be public at once.
    const { id } = await tx
      .insertInto('imports')
      .values({ file, upload, imports_as: 'draft', made_by: ctx.session.user.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addJob(tx, 'read-import', { import_id: id }, { queue: IMPORTS_QUEUE })
    await audit(tx, ctx, 'import.upload', `import:${id}`, { file })
    return readImport(tx, id)
  })

/** @throws AppError when there is none */
const requireImport = (db: Db, id: number) =>
  db
    .selectFrom('imports')
    .where('id', '=', id)
    .select('id')
    .executeTakeFirstOrThrow(() => notFound('Import'))

/** @throws AppError when there is none */
const lockImport = (tx: Tx, id: number) =>
  tx
    .selectFrom('imports')
    .where('id', '=', id)
    .select(['state', 'upload', 'file'])
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('Import'))

/** The chosen people by the name of the author. @throws AppError for somebody who is not there */
async function creditsOf(
  tx: Tx,
  chosen: Input<typeof contract.start>['people'],
): Promise<Record<string, number>> {
  const ids = [...new Set(chosen.map(({ person_id }) => person_id))]
  if (ids.length === 0) return {}
  const known = await tx.selectFrom('people').where('id', 'in', ids).select('id').execute()
  if (known.length < ids.length) throw invalid('people', 'There is no such person')
  return Object.fromEntries(chosen.map(({ author, person_id }) => [author, person_id]))
}

/** @throws AppError when there is none */
async function readImport(db: DbOrTx, id: number): Promise<Import> {
  const [found] = await withSums(db, await selectImports(db).where('imports.id', '=', id).execute())
  if (!found) throw notFound('Import')
  return found
}

const selectImports = (db: DbOrTx) =>
  db
    .selectFrom('imports')
    .leftJoin('users', 'users.id', 'made_by')
    .select(['imports.id', 'file', 'kind', 'imports.name', 'site', 'imports.notes', 'imports.state'])
    .select('failure')
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
      pages: total(coming.map(({ pages }) => pages)),
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
  pages: number
}

/** What undo has left and somebody has deleted since is undone. */
const STATE_NOW = sql<ImportItemState>`case when state = 'left' and article_id is null then 'undone' else state end`

async function sumItems(db: DbOrTx, ids: number[]): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select import_id, ${STATE_NOW} as state, count(*) as items, count(*) filter (where notes <> '{}') as with_notes,
      sum((summary ->> 'words')::int) as words, sum((summary ->> 'pictures')::int) as pictures,
      count(*) filter (where summary ? 'path') as pages
    from import_items where import_id = any (${ids}) group by 1, 2`.execute(db)
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

const MOST_AUTHORS = 500

/** The authors whom the items of an import name that are not here already, with the people who are credited in their place. */
async function listAuthors(db: Db, importId: number): Promise<ImportAuthor[]> {
  const { rows } = await sql<{ name: string; items: number; person_id: number | null; person_name: string }>`
    with authors as (
      select author as name, count(*) as items
      from import_items, jsonb_array_elements_text(summary -> 'authors') author
      where import_id = ${importId} and state <> 'known' and btrim(author) <> ''
      group by author order by items desc, author limit ${MOST_AUTHORS}
    )
    select authors.name, items, person.id as person_id, person.name as person_name
    from authors
    join imports on imports.id = ${importId}
    left join lateral (
      select id, people.name, 1 as rank from people where id = (credits ->> authors.name)::bigint
      union all
      select id, people.name, 2 from people
      where lower(people.name) = lower(regexp_replace(btrim(authors.name), '\\s+', ' ', 'g'))
      order by rank, id
      limit 1
    ) person on true
    order by items desc, authors.name`.execute(db)
  return rows.map(({ name, items, person_id, person_name }) => ({
    name,
    items,
    person: person_id === null ? null : { id: person_id, name: person_name },
  }))
}

async function sumLosses(db: Db, importId: number): Promise<ImportDetails['losses']> {
  const { rows } = await sql<ImportDetails['losses'][number]>`
    select loss ->> 'kind' as kind, sum((loss ->> 'count')::int) as count, count(*) as items
    from import_items, jsonb_array_elements(summary -> 'losses') loss
    where import_id = ${importId} group by loss ->> 'kind'`.execute(db)
  return LOSS_KINDS.flatMap((kind) => rows.filter((row) => row.kind === kind))
}

async function countAddresses(db: Db, importId: number): Promise<ImportDetails['addresses']> {
  const rows = await db
    .selectFrom('import_addresses')
    .where('import_id', '=', importId)
    .select(({ fn }) => [
      'kind',
      fn.countAll<number>().as('count'),
      fn.count<number>('problem').as('problems'),
    ])
    .groupBy('kind')
    .execute()
  return IMPORT_ADDRESS_KINDS.flatMap((kind) => rows.filter((row) => row.kind === kind))
}

/** Milliseconds: 2 GB over a line of 1 Mbit/s. */
const TIMEOUT = 5 * 60 * 60_000
const MOST_AT_ONCE = 2

export async function importUploads(app: FastifyInstance, { contextOf }: Parts) {
  let receiving = 0
  await uploadRoute(app, contextOf, {
    endpoint: uploadImport,
    max_bytes: MAX_IMPORT_BYTES,
    timeout: TIMEOUT,
    refusals: {
      not_a_form: 'Please send the file as multipart/form-data',
      no_file: NO_IMPORT_FILE,
      several_files: 'Please upload one file at a time',
      too_large: IMPORT_TOO_LARGE,
    },
    async receive(ctx, readForm) {
      if (receiving >= MOST_AT_ONCE)
        throw tooMany('Other files are being uploaded. Please wait until they are done.', 60)
      receiving += 1
      try {
        return await receiveImport(ctx, readForm)
      } finally {
        receiving -= 1
      }
    },
  })
}

/** Writes the file while it comes in, and then its row: a row never names a missing file. */
async function receiveImport(ctx: SignedInContext, readForm: ReadForm) {
  const upload = newKey('import')
  try {
    const name = await readForm(async ({ file, filename }) => {
      await ctx.import_files.write(upload, file)
      const problem = refuseImport({ size: file.bytesRead })
      if (problem) throw invalid(FIELD, problem)
      return nameOf(filename)
    })
    return await beginImport(ctx, name, upload)
  } catch (error) {
    // The worker removes a file that has no row after all.
    if (!mayBeCommitted(error))
      await ctx.import_files.delete(upload).catch((err) => ctx.log.warn({ err, upload }, 'Left an upload'))
    throw error
  }
}

const MAX_NAME = 400

/** Without a path, which some browsers send. The end says what kind of file it is. */
const nameOf = (given: string | undefined) =>
  given
    ?.split(/[/\\]/)
    .at(-1)
    ?.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .slice(-MAX_NAME)
    .toWellFormed() || 'import'
