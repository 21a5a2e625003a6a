import {
  AppError,
  conflict,
  type exports as contract,
  EXPORT_HOURS,
  EXPORT_LINK_MINUTES,
  type Export,
  MAX_EXPORTS,
  notFound,
} from '@nightdesk/contracts'
import { addJob, countRows, type DbOrTx, type Tx } from '@nightdesk/db'
import { ObjectNotFound } from '@nightdesk/storage'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { isAlive } from '../accounts/sessions.ts'
import { audit } from '../audit/audit.ts'
import { change } from '../change.ts'
import type { Dependencies, Handlers } from '../context.ts'
import { sendObject } from '../files/send.ts'
import type { Parts } from '../parts.ts'

export const exports: Handlers<typeof contract> = {
  list: async ({ db }) => (await select(db).orderBy('exports.id', 'desc').execute()).map(toExport),

  create: (ctx, choices) =>
    change(ctx, async (tx) => {
      await requireRoom(tx)
      const added = await tx
        .insertInto('exports')
        .values({ made_by: ctx.session.user.id, ...choices })
        // The index of exports that are under way refuses a second one.
        .onConflict((on) => on.doNothing())
        .returning('id')
        .executeTakeFirstOrThrow(() => conflict('An export is being made already.'))
      const { name, url, language, timezone, accent_light } = await ctx.readSite()
      const site = { name, url, language, timezone, accent_light }
      await addJob(tx, 'export-site', { export_id: added.id, site })
      await audit(tx, ctx, 'export.create', `export:${added.id}`, choices)
      return toExport(await select(tx).where('exports.id', '=', added.id).executeTakeFirstOrThrow())
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
        .executeTakeFirstOrThrow(() => notFound('File of this export'))
      const { expires_at } = file
      const token = await ctx.export_links.sign({ export_id: id, session_id: ctx.session.id }, expires_at)
      await audit(tx, ctx, 'export.link', `export:${id}`)
      return { url: `${ctx.site.url}${downloadPath(id)}?token=${token}`, expires_at }
    }),

  async remove(ctx, { id }) {
    const key = await ctx.db.transaction().execute(async (tx) => {
      // The worker that makes it finds no row, and stops.
      const removed = tx.deleteFrom('exports').where('id', '=', id).returning('key')
      const { key } = await removed.executeTakeFirstOrThrow(() => notFound('Export'))
      await audit(tx, ctx, 'export.remove', `export:${id}`)
      return key
    })
    if (key === null) return
    // Otherwise the clean-up of old exports deletes it.
    await ctx.export_files.delete(key).catch((err) => ctx.log.warn({ err, key }, 'Left an export'))
  },
}

/** @throws AppError when too many files wait to be downloaded */
async function requireRoom(tx: Tx): Promise<void> {
  const files = await countRows(tx.selectFrom('exports').where(hasFile))
  if (files >= MAX_EXPORTS)
    throw conflict(
      `${MAX_EXPORTS} exports of the last ${EXPORT_HOURS} hours wait to be downloaded. Delete one of them first.`,
    )
}

const select = (db: DbOrTx) =>
  db
    .selectFrom('exports')
    .leftJoin('users', 'users.id', 'made_by')
    .select(['exports.id', 'state', 'failure', 'versions', 'analytics', 'ebooks', 'done', 'total', 'bytes'])
    .select(['stories', 'unpublished_changes', 'pictures', 'missing_pictures'])
    .select(['exports.expires_at', 'exports.created_at'])
    .select(['full_name as made_by_name', hasFile.as('has_file')])

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

function toExport({ state, done, total, has_file, ...row }: Row): Export {
  const { bytes, stories, unpublished_changes, pictures, missing_pictures, ...rest } = row
  const contents = { bytes, stories, unpublished_changes, pictures, missing_pictures }
  return {
    ...rest,
    state: state === 'done' && !has_file ? 'expired' : state,
    progress: state === 'running' ? { done, total } : null,
    contents: state === 'done' ? (contents as Export['contents']) : null, // a constraint: with a file, none of them is null
  }
}

type Request = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>

const COOKIE = 'nightdesk-export'

/**
 * `GET` and `HEAD /api/exports/:id`: the file of an export, for a browser that sends no session with a download. The link
 * has a token in its query, valid for minutes, which becomes a cookie for this address alone: so a proxy’s log has no
 * token that still opens anything, and a download that is interrupted goes on.
 */
export async function exportDownload(app: FastifyInstance, { dependencies, contextOf }: Parts) {
  app.route({
    method: ['GET', 'HEAD'],
    url: downloadPath(':id([1-9]\\d{0,9})'),
    async handler(request: Request, reply) {
      const { export_files } = dependencies
      const { token } = request.query
      if (typeof token === 'string') return begin(dependencies, request, reply, token)
      const { key, created_at, user_id } = await findFile(dependencies, request, tokenInCookie(request))
      const object = await export_files.head(key).catch((error) => {
        throw error instanceof ObjectNotFound ? linkEnded() : error
      })
      if (request.method === 'GET') {
        const { range } = request.headers
        const ctx = await contextOf(request)
        await audit(
          ctx.db,
          ctx,
          'export.download',
          `export:${request.params.id}`,
          range ? { range } : {},
          user_id,
        )
      }
      return sendObject(request, reply, export_files, object, {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="stories-${created_at.slice(0, 10)}.zip"`,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        etag: `"${key}"`,
      })
    },
  })
}

async function begin(dependencies: Dependencies, request: Request, reply: FastifyReply, token: string) {
  const { export_links, site } = dependencies
  const { export_id, session_id, expires_at } = await findFile(dependencies, request, token)
  const cookie = await export_links.sign({ export_id, session_id }, expires_at)
  const path = downloadPath(export_id)
  const secure = site.url.startsWith('https:') ? '; Secure' : ''
  return reply
    .headers({
      'set-cookie': `${COOKIE}=${cookie}; Path=${path}; HttpOnly; SameSite=Strict${secure}`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .redirect(path, 303)
}

const tokenInCookie = ({ headers }: Request) =>
  new RegExp(`(?:^|; *)${COOKIE}=([\\w.-]+)`).exec(headers.cookie ?? '')?.[1] ?? ''

/** @throws AppError unless the token is valid, its session lives and is an admin’s, and the file is there */
async function findFile({ db, export_links }: Dependencies, request: Request, token: string) {
  const link = await export_links.read(token)
  if (link?.export_id !== Number(request.params.id)) throw linkEnded()
  const file = await db
    .selectFrom('exports')
    .innerJoin('sessions', (join) => join.on('sessions.id', '=', link.session_id))
    .innerJoin('users as maker', 'maker.id', 'sessions.user_id')
    .where('exports.id', '=', link.export_id)
    .where(hasFile)
    .where(isAlive)
    .where('maker.status', '=', 'active')
    .where('maker.role', '=', 'admin')
    .select(['exports.key', 'exports.created_at', 'exports.expires_at', 'maker.id as user_id'])
    .$narrowType<{ key: string; expires_at: string }>() // of an export with a file
    .executeTakeFirstOrThrow(linkEnded)
  return { ...link, ...file }
}

const hasFile = sql<boolean>`(exports.state = 'done' and exports.expires_at > now())`

const linkEnded = () =>
  new AppError(
    'NOT_FOUND',
    'This link has ended, or its file was deleted. Make another one in the admin area.',
  )

/** The address of a file, without the token that it asks for. */
const downloadPath = (id: number | string) => `/api/exports/${id}`
