import { AppError } from '@nightdesk/contracts'
import { ObjectNotFound } from '@nightdesk/storage'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { isAlive } from '../accounts/sessions.ts'
import { audit } from '../audit/audit.ts'
import type { Dependencies } from '../context.ts'
import { sendObject } from '../files/send.ts'
import type { Parts } from '../parts.ts'

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
    .executeTakeFirst()
  if (!file?.key || !file.expires_at) throw linkEnded()
  return { ...link, ...file, key: file.key, expires_at: file.expires_at }
}

/** Whether the file of an export is there. */
export const hasFile = sql<boolean>`(exports.state = 'done' and exports.expires_at > now())`

const linkEnded = () =>
  new AppError(
    'NOT_FOUND',
    'This link has ended, or its file was deleted. Make another one in the admin area.',
  )

/** The address of a file, without the token that it asks for. */
export const downloadPath = (id: number | string) => `/api/exports/${id}`
