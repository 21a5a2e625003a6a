import { AppError, contract, notFound } from '@nightdesk/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isNavigation } from './admin-shell.ts'
import { sendError } from './errors.ts'
import { endpointsOf, splitRoute } from './rest.ts'
import { notFoundPage, type SiteOptions } from './site.ts'

/** Where no route is: a page for people, the one error shape for programs, 405 where only the method is wrong. */
export function useNotFound(app: FastifyInstance, options: SiteOptions) {
  const missing = notFoundPage(options)
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (isNavigation(request)) return missing(request, reply)
    const allowed = methodsAt(request.url)
    if (allowed.length === 0) return sendError(notFound('Page'), request, reply)
    reply.header('allow', allowed.join(', '))
    return sendError(new AppError('METHOD_NOT_ALLOWED', 'This address takes another method'), request, reply)
  })
}

const routes = endpointsOf(contract).map(({ endpoint }) => {
  const { method, url } = splitRoute(endpoint)
  return { method, pattern: new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}(\\?|$)`) }
})

const methodsAt = (url: string) => [
  ...new Set(routes.filter(({ pattern }) => pattern.test(url)).map(({ method }) => method)),
]
