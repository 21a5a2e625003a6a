import {
  conflict,
  type imports as contract,
  type Import,
  type Input,
  invalid,
  notFound,
} from '@nightdesk/contracts'
import { addJob, type Database, type Tx } from '@nightdesk/db'
import type { Selectable } from 'kysely'
import { audit } from '../audit/audit.ts'
import { change } from '../change.ts'
import type { Handlers, SignedInContext } from '../context.ts'
import { listAuthors, listImports, listItems, readImport } from './list-imports.ts'

/** Imports are read, run and undone one after another. */
const IMPORTS_QUEUE = 'imports'

export const imports: Handlers<typeof contract> = {
  list: ({ db }, page) => listImports(db, page),
  get: async ({ db }, { id }) => ({ ...(await readImport(db, id)), authors: await listAuthors(db, id) }),
  items: ({ db }, search) => listItems(db, search),

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
      await tx.deleteFrom('imports').where('id', '=', id).execute()
      await audit(tx, ctx, 'import.remove', `import:${id}`, { file })
      return upload
    })
    if (upload === null) return
    // Otherwise the daily reconciliation deletes it.
    await ctx.import_files.delete(upload).catch((err) => ctx.log.warn({ err, upload }, 'Left an upload'))
  },
}

/** Records an uploaded file, whose items the worker then lists. */
export const beginImport = (ctx: SignedInContext, file: string, upload: string): Promise<Import> =>
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
async function lockImport(
  tx: Tx,
  id: number,
): Promise<Pick<Selectable<Database['imports']>, 'state' | 'upload' | 'file'>> {
  const found = await tx
    .selectFrom('imports')
    .where('id', '=', id)
    .select(['state', 'upload', 'file'])
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw notFound('Import')
  return found
}

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
