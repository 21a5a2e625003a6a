import { articlePath, previewPath, proofPaths } from '@nightdesk/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PREVIEW_TOKEN } from '../../headers.ts'
import { sendOnce } from '../../page-store/send-stored.ts'
import { notFoundPage, renderPage, type SiteOptions, sendErrorPage } from '../../pages/public-site.ts'
import { readPreview } from './read-preview.ts'

/**
 * The page of an unpublished article, for anybody with a link, and its proof: the same page without the notice, which the
 * admin frames. Never stored. Links that are unknown, revoked or expired all get the same answer.
 */
export async function previewPage(app: FastifyInstance, options: SiteOptions) {
  const missing = notFoundPage(options)
  app.setErrorHandler((error, request, reply) => sendErrorPage(options, error, request, reply))
  const page =
    (is_proof: boolean) =>
    async (request: FastifyRequest<{ Params: { token: string } }>, reply: FastifyReply) => {
      const found = await readPreview(options.dependencies, request.params.token)
      if (!found) return missing(request, reply)
      const preview = { ...found, is_proof }
      return sendOnce(reply, await renderPage(options, request, articlePath(found.article.id), { preview }))
    }
  app.get(previewPath(`:token${PREVIEW_TOKEN}`), page(false))
  app.get(proofPaths(previewPath(`:token${PREVIEW_TOKEN}`)).page, page(true))
}
