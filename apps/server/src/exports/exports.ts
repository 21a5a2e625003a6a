import {
  conflict,
  type exports as contract,
  EXPORT_HOURS,
  EXPORT_LINK_MINUTES,
  type Export,
  MAX_EXPORTS,
  notFound,
} from '@nightdesk/contracts'
import { addJob, type DbOrTx, type Tx } from '@nightdesk/db'
import { sql } from 'kysely'
import { audit } from '../audit/audit.ts'
import { change } from '../change.ts'
import type { Handlers } from '../context.ts'
import { downloadPath, hasFile } from './download.ts'

export const exports: Handlers<typeof contract> = {
  list: ({ db }) => listExports(db),

  create: (ctx, choices) =>
    change(ctx, async (tx) => {
      await requireRoom(tx)
      const added = await tx
        .insertInto('exports')
        .values({ made_by: ctx.session.user.id, ...choices })
        // The index of exports that are under way refuses a second one.
        .onConflict((on) => on.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!added) throw conflict('An export is being made already.')
      const { name, url } = ctx.site
      await addJob(tx, 'export-site', { export_id: added.id, site: { name, url } })
      await audit(tx, ctx, 'export.create', `export:${added.id}`, choices)
      return readExport(tx, added.id)
    }),

  link: (ctx, { id }) =>
    change(ctx, async (tx) => {
      const file = await tx
        .selectFrom('exports')
        .where('id', '=', id)
        .where(hasFile)
        .select(
          sql<string>`least(expires_at, now() + make_interval(mins => ${EXPORT_LINK_MINUTES}))`.as(
            'expires_at',
          ),
        )
        .executeTakeFirst()
      if (!file) throw notFound('File of this export')
      const { expires_at } = file
      const token = await ctx.export_links.sign({ export_id: id, session_id: ctx.session.id }, expires_at)
      await audit(tx, ctx, 'export.link', `export:${id}`)
      return { url: `${ctx.site.url}${downloadPath(id)}?token=${token}`, expires_at }
    }),

  remove: (ctx, { id }) =>
    change(ctx, async (tx) => {
      // The worker that makes it finds no row, and stops.
      const removed = await tx.deleteFrom('exports').where('id', '=', id).returning('key').executeTakeFirst()
      if (!removed) throw notFound('Export')
      await audit(tx, ctx, 'export.remove', `export:${id}`)
      if (removed.key !== null) await ctx.export_files.delete(removed.key)
    }),
}

/** @throws AppError when too many files wait to be downloaded */
async function requireRoom(tx: Tx): Promise<void> {
  const { files } = await tx
    .selectFrom('exports')
    .where(hasFile)
    .select(({ fn }) => fn.countAll<number>().as('files'))
    .executeTakeFirstOrThrow()
  if (files >= MAX_EXPORTS)
    throw conflict(
      `${MAX_EXPORTS} exports of the last ${EXPORT_HOURS} hours wait to be downloaded. Delete one of them first.`,
    )
}

async function listExports(db: DbOrTx): Promise<Export[]> {
  const rows = await select(db).orderBy('exports.id', 'desc').execute()
  return rows.map(toExport)
}

/** @throws AppError when there is none */
async function readExport(db: DbOrTx, id: number): Promise<Export> {
  const row = await select(db).where('exports.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Export')
  return toExport(row)
}

const select = (db: DbOrTx) =>
  db
    .selectFrom('exports')
    .leftJoin('users', 'users.id', 'made_by')
    .select([
      'exports.id',
      'state',
      'failure',
      'versions',
      'analytics',
      'ebooks',
      'done',
      'total',
      'bytes',
      'stories',
      'pictures',
    ])
    .select(['unpublished_changes', 'missing_pictures', 'exports.expires_at', 'exports.created_at'])
    .select(['full_name as made_by_name', hasFile.as('has_file')])

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

function toExport({ id, state, failure, done, total, has_file, ...row }: Row): Export {
  const { bytes, stories, unpublished_changes, pictures, missing_pictures, ...rest } = row
  return {
    ...rest,
    id,
    failure,
    state: state === 'done' && !has_file ? 'expired' : state,
    progress: state === 'running' ? { done, total } : null,
    contents:
      bytes === null
        ? null
        : {
            bytes,
            stories: stories ?? 0,
            unpublished_changes: unpublished_changes ?? 0,
            pictures: pictures ?? 0,
            missing_pictures: missing_pictures ?? 0,
          },
  }
}
