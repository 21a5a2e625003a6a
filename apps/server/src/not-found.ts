import { AppError, notFound } from '@nightdesk/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { restEndpoints, splitRoute } from './calls/endpoints.ts'
import { UPLOAD_ROUTE } from './files/media.ts'
import { isData, isPrivate } from './headers.ts'
import { sendError } from './http/errors.ts'
import { IMPORT_UPLOAD_ROUTE } from './imports/upload.ts'
import { sendOnce } from './page-store/stored-page.ts'
import { isNavigation } from './pages/admin-shell.ts'
import { notFoundPage, renderPage, type SiteOptions, sendErrorPage } from './pages/public-site.ts'
import { redirectMissing } from './redirects/find-redirect.ts'

/** Answers unknown addresses: a redirect, a page for people, the one error body for programs, 405 when only the method is wrong. */
export function useNotFound(app: FastifyInstance, options: SiteOptions) {
  const missing = notFoundPage(options)
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (wantsPage(request)) return sendPage(options, missing(request, reply), request, reply)
    const redirected = isRead(request) && (await redirectMissing(options.dependencies, request, reply))
    if (redirected) return redirected
    const allowed = methodsAt(request.url)
    if (allowed.length === 0) return sendError(notFound('Page'), request, reply)
    reply.header('allow', allowed.join(', '))
    return sendError(new AppError('METHOD_NOT_ALLOWED', 'This address takes another method'), request, reply)
  }
  app.setNotFoundHandler(answer)
  // Fastify would first read the body.
  app.addHook('onRequest', (request, reply, next) => {
    if (!request.is404) return next()
    answer(request, reply).catch(next)
  })
}

/** Answers an undecodable address: a redirect, as old sites wrote some in Latin-1, the 404 page for people, an error for programs. */
export async function sendUnreadable(
  options: SiteOptions,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const answer = async () => {
    const redirected = isRead(request) && (await redirectMissing(options.dependencies, request, reply))
    if (redirected) return redirected
    if (wantsPage(request)) return sendOnce(reply, await renderPage(options, request, NOWHERE))
    return sendError(isPublicRead(request) ? notFound('Page') : error, request, reply)
  }
  // Fastify does not wait for this answer, so its failure is handled here.
  return sendPage(options, answer(), request, reply)
}

/** A page for people, or the error page; programs get the one error body. */
const sendPage = (
  options: SiteOptions,
  answer: Promise<FastifyReply>,
  request: FastifyRequest,
  reply: FastifyReply,
) =>
  answer.catch((failure: unknown) =>
    wantsPage(request) ? sendErrorPage(options, failure, request, reply) : sendError(failure, request, reply),
  )

/** Programs read old addresses too: those of pictures and feeds. */
const isRead = ({ method, url }: FastifyRequest) => (method === 'GET' || method === 'HEAD') && !isData(url)

const isPublicRead = (request: FastifyRequest) => isRead(request) && !isPrivate(request.url)

const wantsPage = (request: FastifyRequest) => isNavigation(request) && !isData(request.url)

/** An address without a page that the renderer can decode, unlike the requested one. */
const NOWHERE = '/not-found'

const routes = [
  UPLOAD_ROUTE,
  IMPORT_UPLOAD_ROUTE,
  ...restEndpoints().map(({ endpoint }) => splitRoute(endpoint)),
].map(({ method, url }) => ({ method, pattern: new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}(\\?|$)`) }))

const methodsAt = (url: string) => [
  ...new Set(routes.filter(({ pattern }) => pattern.test(url)).map(({ method }) => method)),
]
