import { articlePath } from '@nightdesk/contracts'
import type { FastifyInstance } from 'fastify'
import { sendOnce } from '../../http/send-stored.ts'
import { notFoundPage, renderPage, type SiteOptions, sendErrorPage } from '../../pages/public-site.ts'
import { readPreview } from './read-preview.ts'

/** 32 random bytes. */
const TOKEN = '([A-Za-z0-9_-]{43})'

/**
 * The page of an unpublished article, for anybody with a link. Never stored. Links that are unknown, revoked or expired all
 * get the same answer.
 */
export async function previewPage(app: FastifyInstance, options: SiteOptions) {
  const missing = notFoundPage(options)
  app.setErrorHandler((error, request, reply) => sendErrorPage(options, error, request, reply))
  app.get<{ Params: { token: string } }>(`/preview/:token${TOKEN}`, async (request, reply) => {
    const preview = await readPreview(options.dependencies, request.params.token)
    if (!preview) return missing(request, reply)
    return sendOnce(reply, await renderPage(options, request, articlePath(preview.article.id), { preview }))
  })
}

/** Whether an address has the form of a preview, valid or not. */
export const isPreview = (url: string) => /^\/preview(?![^/?])/.test(url)
