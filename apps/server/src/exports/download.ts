import { AppError } from '@nightdesk/contracts'
import { ObjectNotFound } from '@nightdesk/storage'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Dependencies } from '../context.ts'
import { sendObject } from '../media/send-object.ts'
import { downloadPath } from './export-links.ts'
import { hasFile } from './list-exports.ts'

type Request = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>

/**
 * `GET` and `HEAD /api/exports/:id?token=…`: the file of an export, for a browser that sends no session with a download. The
 * token is in the query, which no log of ours has.
 */
export async function exportDownload(
  app: FastifyInstance,
  { dependencies }: { dependencies: Pick<Dependencies, 'db' | 'export_files' | 'export_links'> },
) {
  app.route({
    method: ['GET', 'HEAD'],
    url: downloadPath(':id([1-9]\\d{0,9})'),
    async handler(request: Request, reply) {
      const { export_files } = dependencies
      const { key, created_at } = await findFile(dependencies, request)
      const object = await export_files.head(key).catch((error) => {
        throw error instanceof ObjectNotFound ? linkEnded() : error
      })
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

/** @throws AppError unless the link is valid, its maker still is an admin, and the file is there */
async function findFile({ db, export_links }: Pick<Dependencies, 'db' | 'export_links'>, request: Request) {
  const { token } = request.query
  const link = typeof token === 'string' ? await export_links.read(token) : null
  if (link?.export_id !== Number(request.params.id)) throw linkEnded()
  const file = await db
    .selectFrom('exports')
    .innerJoin('users as maker', (join) => join.on('maker.id', '=', link.user_id))
    .where('exports.id', '=', link.export_id)
    .where(hasFile)
    .where('maker.status', '=', 'active')
    .where('maker.role', '=', 'admin')
    .select(['exports.key', 'exports.created_at'])
    .executeTakeFirst()
  if (!file?.key) throw linkEnded()
  return { key: file.key, created_at: file.created_at }
}

const linkEnded = () =>
  new AppError(
    'NOT_FOUND',
    'This link has ended, or its file was deleted. Make another one in the admin area.',
  )
