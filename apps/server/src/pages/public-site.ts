import { isNumberedAddress, type PublishedArticle } from '@nightdesk/contracts'
import type { PreviewLink, PublicApi, YourDataAnswer } from '@nightdesk/web/server-api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { unlimitedReads } from '../calls/costly-reads.ts'
import type { Context, Dependencies } from '../context.ts'
import { answerTo, logFailure, startErrorReply } from '../http/errors.ts'
import { unlimited } from '../http/overload.ts'
import type { ReadyAnswers } from '../page-store/ready-answers.ts'
import { type Rendered, sendOnce, sendStored } from '../page-store/stored-page.ts'
import { redirectMissing } from '../redirects/find-redirect.ts'
import type { ContextOf } from '../request-context.ts'
import { createCaller } from '../router.ts'
import { addressOf, type PublicPage, publicPages } from './public-pages.ts'
import type { Web } from './web.ts'

export interface SiteOptions {
  dependencies: Dependencies
  contextOf: ContextOf
  web: Web
  ready: ReadyAnswers
}

type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const HTML = 'text/html; charset=utf-8'
const ID = '([1-9]\\d{0,9})'
const SPECULATION_RULES = '/speculation-rules.json'

/** The public pages: rendered on the server only, and cached until something they show changes. */
export async function site(app: FastifyInstance, options: SiteOptions) {
  const { web } = options
  app.setErrorHandler((error, request, reply) => sendErrorPage(options, error, request, reply))
  for (const page of publicPages) {
    app.get(page.path, pageHandler(options, page))
    if (page.path !== '/') app.get(`${page.path}/`, redirectToPage(options, page))
  }
  app.get<{ Params: { id: string } }>(`/covers/:id${ID}.svg`, async (request, reply) => {
    const { renderCover } = await web.server()
    const svg = renderCover(Number(request.params.id))
    return reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(svg)
  })
  app.get(SPECULATION_RULES, async (_request, reply) => {
    const { speculationRules } = await web.server()
    reply.type('application/speculationrules+json').header('cache-control', 'public, max-age=86400')
    return reply.send(speculationRules)
  })
}

function pageHandler(options: SiteOptions, page: PublicPage): Send {
  const missing = notFoundPage(options)
  return async (request, reply) => {
    const params = paramsOf(request)
    const address = addressOf(page, params, request.query)
    if (address === null) return missing(request, reply)
    reply.header('speculation-rules', `"${SPECULATION_RULES}"`)
    const isCached = page.isCached !== false
    const render = () => renderPage(options, request, address, { isCached })
    if (!isCached) return sendOnce(reply, await render())
    // The home page answers such an address, unless it is that of a page of an earlier site.
    const redirected =
      isNumberedAddress(request.url) && (await redirectMissing(options.dependencies, request, reply))
    if (redirected) return redirected
    return sendCached(options, request, reply, { key: address, tags: page.shows(params), render })
  }
}

/** A page has one address, without a slash at its end. Others, such as `/author/ada/`, may be those of an earlier site. */
function redirectToPage(options: SiteOptions, page: PublicPage): Send {
  const missing = notFoundPage(options)
  return async (request, reply) =>
    addressOf(page, paramsOf(request), request.query) === null
      ? missing(request, reply)
      : reply.redirect(request.url.replace(/\/(?=\?|$)/, ''), 301)
}

/** The names of the page’s own path. */
const paramsOf = (request: FastifyRequest) => request.params as Record<string, string>

/** A redirect of the requested path, or its 404 page. */
export function notFoundPage(options: SiteOptions): Send {
  return async (request, reply) =>
    (await redirectMissing(options.dependencies, request, reply)) ??
    sendOnce(reply, await renderPage(options, request, request.url.split('?', 1)[0] ?? '/'))
}

interface RenderOptions {
  /** To the form of `/your-data`. */
  answer?: YourDataAnswer
  /** Shown instead of the published article. */
  preview?: PreviewLink & Previewed
  /** Rendered once for concurrent requests. */
  isCached?: boolean
}

/** Renders a page. */
export async function renderPage(
  { dependencies, contextOf, web }: SiteOptions,
  request: FastifyRequest,
  url: string,
  { preview, answer, isCached = false }: RenderOptions = {},
): Promise<Rendered> {
  const { site, now, is_static } = dependencies
  const ctx = await contextOf(request)
  const own = publicApi(isCached ? { ...ctx, costly_reads: unlimitedReads } : ctx)
  const api = preview ? previewApi(own, preview) : own
  const server = await web.server()
  const render = () => server.renderPage(url, { api, site, now: now(), is_static, preview, answer })
  // The page store has a queue of its own, and few people have the link to a preview.
  const queue = isCached || preview ? unlimited : dependencies.uncached_pages
  const { status, html, cause } = await queue.run(render)
  const body = await web.finish(url, html)
  if (status < 500) return { status, type: HTML, body }
  const { error, headers } = answerTo(cause, request.id)
  logFailure(request.log, error)
  return { status, type: HTML, body, headers }
}

/** The calls that a page may make. */
function publicApi(ctx: Context): PublicApi {
  const { list, get, person, neighbours, corrections, tags, search } = createCaller(ctx).published
  return { published: { list, get, person, neighbours, corrections, tags, search } }
}

/** The same, with the previewed article as if published. Its neighbours are not known yet. */
interface Previewed {
  article: PublishedArticle
}

const previewApi = (api: PublicApi, { article }: Previewed): PublicApi => ({
  ...api,
  published: {
    ...api.published,
    get: async () => article,
    neighbours: async () => ({ previous: null, next: null, by_tag: [] }),
  },
})

/** Answers with the error page. */
export async function sendErrorPage(
  { dependencies, web }: SiteOptions,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { status, body } = startErrorReply(error, request, reply)
  const { error: message, request_id } = body
  const { renderErrorPage } = await web.server()
  const html = renderErrorPage({ status, message, request_id, site: dependencies.site })
  return reply.type(HTML).send(html)
}

interface CachedAnswer {
  /** Identifies the answer in the page store. */
  key: string
  /** Names of what it shows. */
  tags: readonly string[]
  render: () => Promise<Rendered>
}

interface Options {
  dependencies: Pick<Dependencies, 'pages' | 'find_redirect' | 'missing_addresses'>
  ready: ReadyAnswers
  web: Pick<Web, 'isStable'>
}

/** Sends an answer that is made once, and cached until something it shows changes. */
export async function sendCached(
  { dependencies, ready, web }: Options,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, tags, render }: CachedAnswer,
) {
  const { pages } = dependencies
  if (!web.isStable) pages.drop('everything')
  const page = await pages.get(key, tags, render)
  const redirected = page.status === 404 && (await redirectMissing(dependencies, request, reply))
  if (redirected) return redirected
  // An address such as `/?p=123` may be redirected later.
  if (web.isStable && !isNumberedAddress(request.url)) ready.remember(request, reply, key)
  return sendStored(request, reply, page)
}
