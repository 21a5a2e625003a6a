import { id as articleId, type ErrorCode, HTTP_STATUS } from '@nightdesk/contracts'
import type { PublicApi } from '@nightdesk/web/server-api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context, Services } from './context.ts'
import { errorBody, logFailure, toAppError } from './errors.ts'
import { articleTag, LISTS, type Rendered } from './pages/page-store.ts'
import type { ContextOf } from './request-context.ts'
import { sendStored } from './send-stored.ts'
import { createCaller } from './trpc.ts'
import type { Web } from './web.ts'

export interface SiteOptions {
  services: Services
  contextOf: ContextOf
  web: Web
}

type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const HTML = 'text/html; charset=utf-8'
const ID = '([1-9]\\d{0,9})'

/** The public pages: rendered on the server only, kept while nothing they show changes. */
export async function site(app: FastifyInstance, options: SiteOptions) {
  const { web } = options
  const stored = (url: string, tags: string[]): Send => {
    return async (request, reply) => sendStored(request, reply, await keptPage(options, request, url, tags))
  }
  const missing = notFoundPage(options)

  app.setErrorHandler((error, request, reply) => sendErrorPage(options, error, request, reply))
  app.get('/', (request, reply) => stored(homeUrl(request.query), [LISTS])(request, reply))
  app.get('/privacy', stored('/privacy', []))
  app.get('/terms', stored('/terms', []))
  app.get<{ Params: { id: string } }>('/post/:id', (request, reply) => {
    const id = articleId.safeParse(request.params.id)
    return id.success
      ? stored(`/post/${id.data}`, [articleTag(id.data), LISTS])(request, reply)
      : missing(request, reply)
  })
  for (const path of ['/privacy/', '/terms/', '/post/:id/']) app.get(path, redirectToPage)
  app.get<{ Params: { id: string } }>(`/covers/:id${ID}.svg`, async (request, reply) => {
    const { renderCover } = await web.server()
    const svg = renderCover(Number(request.params.id))
    return reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(svg)
  })
}

/** A page has one address: the one without a slash at its end. */
async function redirectToPage(request: FastifyRequest, reply: FastifyReply) {
  return reply.redirect(request.url.replace(/\/(?=\?|$)/, ''), 301)
}

/** The 404 page for whatever path was asked for. */
export function notFoundPage(options: SiteOptions): Send {
  return async (request, reply) => {
    const { status, type, body } = await render(options, request, request.url.split('?', 1)[0] ?? '/')
    return reply.code(status).type(type).header('cache-control', 'no-store').send(body)
  }
}

/** Only known query keys make another page; what is no page number is the first page. */
function homeUrl(query: unknown) {
  const { page } = query as { page?: unknown } // Fastify's parser makes an object
  return typeof page === 'string' && /^[1-9]\d{0,4}$/.test(page) && page !== '1' ? `/?page=${page}` : '/'
}

function keptPage(options: SiteOptions, request: FastifyRequest, url: string, tags: string[]) {
  const { services, web } = options
  if (!web.isStable) services.pages.drop('everything')
  return services.pages.get(url, tags, () => render(options, request, url))
}

async function render(
  { services, contextOf, web }: SiteOptions,
  request: FastifyRequest,
  url: string,
): Promise<Rendered> {
  const { site, now } = services
  const api = publicApi(await contextOf(request))
  const server = await web.server()
  const { status, html, cause } = await server.renderPage(url, { api, site, now: now() })
  if (status >= 500) logFailure(request.log, toAppError(cause))
  return { status, type: HTML, body: await web.finish(url, html) }
}

/** The calls a page makes, failing with the API’s own errors: tRPC wraps them. */
function publicApi(ctx: Context): PublicApi {
  const { published } = createCaller(ctx)
  const unwrap = (error: unknown) => Promise.reject(toAppError(error))
  return {
    published: {
      list: (input) => published.list(input).catch(unwrap),
      get: (input) => published.get(input).catch(unwrap),
    },
  }
}

async function sendErrorPage(
  { services, web }: SiteOptions,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const appError = toAppError(error)
  logFailure(request.log, appError)
  const { error: message, code, request_id } = errorBody(appError, request.id)
  const status = statusOf(code)
  const { renderErrorPage } = await web.server()
  if (appError.retryAfter !== undefined) reply.header('retry-after', appError.retryAfter)
  const html = renderErrorPage({ status, message, request_id, site: services.site })
  return reply.code(status).type(HTML).header('cache-control', 'no-store').send(html)
}

const statusOf = (code: ErrorCode) => HTTP_STATUS[code]
