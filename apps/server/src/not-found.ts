import { AppError, notFound } from '@nightdesk/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { restEndpoints, splitRoute } from './calls/endpoints.ts'
import { isData } from './headers.ts'
import { sendError } from './http/errors.ts'
import { UPLOAD_ROUTE } from './media/upload.ts'
import { sendOnce } from './page-store/send-stored.ts'
import { isNavigation } from './pages/admin-shell.ts'
import { notFoundPage, renderPage, type SiteOptions } from './pages/public-site.ts'
import { redirectMissing } from './redirects/redirect-missing.ts'

/** Answers unknown addresses: a redirect, a page for people, the one error body for programs, 405 when only the method is wrong. */
export function useNotFound(app: FastifyInstance, options: SiteOptions) {
  const missing = notFoundPage(options)
  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    if (wantsPage(request)) return missing(request, reply)
    const redirected = isRead(request) && (await redirectMissing(options.dependencies, request, reply))
    if (redirected) return redirected
    const allowed = methodsAt(request.url)
    if (allowed.length === 0) return sendError(notFound('Page'), request, reply)
    reply.header('allow', allowed.join(', '))
    return sendError(new AppError('METHOD_NOT_ALLOWED', 'This address takes another method'), request, reply)
  })
}

/** Answers an undecodable address: the 404 page for people, 400 for programs. */
export async function sendUnreadable(
  options: SiteOptions,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (!wantsPage(request)) return sendError(error, request, reply)
  // Fastify does not wait for this answer, so its failure is handled here.
  return renderPage(options, request, NOWHERE).then(
    (page) => sendOnce(reply, page),
    (failure: unknown) => sendError(failure, request, reply),
  )
}

/** Programs read old addresses too: those of pictures and feeds. */
const isRead = ({ method, url }: FastifyRequest) => (method === 'GET' || method === 'HEAD') && !isData(url)

const wantsPage = (request: FastifyRequest) => isNavigation(request) && !isData(request.url)

/** An address without a page that the renderer can decode, unlike the requested one. */
const NOWHERE = '/not-found'

const routes = [UPLOAD_ROUTE, ...restEndpoints().map(({ endpoint }) => splitRoute(endpoint))].map(
  ({ method, url }) => ({ method, pattern: new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}(\\?|$)`) }),
)

const methodsAt = (url: string) => [
  ...new Set(routes.filter(({ pattern }) => pattern.test(url)).map(({ method }) => method)),
]
