import { articlePath, previewPath, proofPaths } from '@nightdesk/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendOnce } from '../../page-store/send-stored.ts'
import { notFoundPage, renderPage, type SiteOptions, sendErrorPage } from '../../pages/public-site.ts'
import { readPreview } from './read-preview.ts'

/** 32 random bytes. */
export const PREVIEW_TOKEN = '([A-Za-z0-9_-]{43})'

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

/** Whether an address has the form of a preview, valid or not. */
export const isPreview = (url: string) => /^\/preview(?![^/?])/.test(url)

/** Whether an address has the form of a proof, valid or not. */
export const isProof = (url: string) => PROOF.test(url)
const PROOF = new RegExp(`^${proofPaths(previewPath(PREVIEW_TOKEN)).page}$`)
