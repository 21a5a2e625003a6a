import { AppError, notFound } from '@nightdesk/contracts'
import type { FastifyInstance } from 'fastify'
import { restEndpoints, splitRoute } from './calls/endpoints.ts'
import { wantsPage } from './pages/public-site.ts'

/** Refuses unknown addresses before their body is read: 405 to programs when only the method is wrong, else 404. */
export function refuseUnknown(app: FastifyInstance) {
  app.setNotFoundHandler(() => {
    throw notFound('Page')
  })
  app.addHook('onRequest', (request, reply, next) => {
    if (!request.is404) return next()
    const allowed = wantsPage(request) ? [] : methodsAt(request.url)
    if (allowed.length === 0) return next(notFound('Page'))
    reply.header('allow', allowed.join(', '))
    next(new AppError('METHOD_NOT_ALLOWED', 'This address takes another method'))
  })
}

const routes = restEndpoints()
  .map(({ endpoint }) => splitRoute(endpoint))
  .map(({ method, url }) => ({ method, pattern: new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}(\\?|$)`) }))

const methodsAt = (url: string) => [
  ...new Set(routes.filter(({ pattern }) => pattern.test(url)).map(({ method }) => method)),
]
