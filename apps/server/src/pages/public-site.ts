import {
  AppError,
  FRESH_SITE,
  isNumberedAddress,
  notFound,
  type PublishedArticle,
  readerApi,
} from '@nightdesk/contracts'
import { articleTag } from '@nightdesk/db'
import type { PreviewLink, PublicApi, SiteSettings, YourDataAnswer } from '@nightdesk/web/server-api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { call } from '../handlers.ts'
import { isData, isPrivate } from '../headers.ts'
import { answerTo, logFailure, sendError, startErrorReply, toAppError } from '../http/errors.ts'
import { unlimited } from '../http/overload.ts'
import { type Rendered, sendOnce, sendStored } from '../page-store/stored-page.ts'
import type { Parts } from '../parts.ts'
import { redirectMissing } from '../redirects/find-redirect.ts'
import { isNavigation } from './admin-shell.ts'
import { addressOf, type PublicPage, publicPages } from './public-pages.ts'

type Send = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const HTML = 'text/html; charset=utf-8'
const ID = '([1-9]\\d{0,9})'
const SPECULATION_RULES = '/speculation-rules.json'

/** The public pages: rendered on the server only, and cached until something they show changes. */
export async function site(app: FastifyInstance, parts: Parts) {
  const { web } = parts
  app.setErrorHandler(failureHandler(parts, () => true))
  for (const page of publicPages) {
    app.get(page.path, pageHandler(parts, page))
    if (page.path !== '/') app.get(`${page.path}/`, redirectToPage(page))
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

function pageHandler(parts: Parts, page: PublicPage): Send {
  return async (request, reply) => {
    const params = paramsOf(request)
    const address = addressOf(page, params, request.query)
    if (address === null) throw notFound('Page')
    reply.header('speculation-rules', `"${SPECULATION_RULES}"`)
    const isCached = page.isCached !== false
    const render = () => renderPage(parts, request, address, { isCached })
    if (!isCached) return sendOnce(reply, await render())
    // The home page answers such an address, unless it is that of a page of an earlier site.
    if (isNumberedAddress(request.url)) {
      if (await redirectMissing(parts.dependencies, request, reply)) return reply
      const status = await parts.dependencies.find_redirect.statusOfNumbered(request.url)
      if (status) return sendOnce(reply, { ...(await renderPage(parts, request, '/not-found')), status })
    }
    return sendCached(parts, request, reply, { key: address, tags: page.shows(params), render })
  }
}

/** A page has one address, without a slash at its end. Others, such as `/author/ada/`, may be those of an earlier site. */
function redirectToPage(page: PublicPage): Send {
  return async (request, reply) => {
    if (addressOf(page, paramsOf(request), request.query) === null) throw notFound('Page')
    return reply.redirect(request.url.replace(/\/(?=\?|$)/, ''), 301)
  }
}

const paramsOf = (request: FastifyRequest) => request.params as Record<string, string>

interface RenderOptions {
  /** To the form of `/your-data`. */
  answer?: YourDataAnswer
  /** Shown instead of the published article. */
  preview?: PreviewLink & { article: PublishedArticle }
  /** The site with changes that are not saved. Default: as it is. */
  site?: SiteSettings
  /** Rendered once for concurrent requests. */
  isCached?: boolean
}

export async function renderPage(
  { dependencies, contextOf, web }: Parts,
  request: FastifyRequest,
  url: string,
  { preview, answer, site, isCached = false }: RenderOptions = {},
): Promise<Rendered> {
  const { readSite, now, is_static } = dependencies
  const ctx = await contextOf(request)
  // A cached page is rendered once for all who wait for it.
  const own = publicApi(isCached ? { ...ctx, costly_reads: () => unlimited } : ctx)
  const api = preview ? previewApi(own, preview.article) : own
  const server = await web.server()
  const render = async () =>
    server.renderPage(url, { api, site: site ?? (await readSite()), now: now(), is_static, preview, answer })
  // The page store has a queue of its own, and few people have the link to a preview.
  const queue = isCached || preview ? unlimited : dependencies.uncached_pages
  const { status, html, cause } = await queue.run(render)
  const body = await web.finish(url, html)
  if (status < 500) return { status, type: HTML, body }
  const { error, headers } = answerTo(cause, request.id)
  logFailure(request.log, error)
  return { status, type: HTML, body, headers }
}

/** The calls that a page may make: all that readers may. They throw errors with the API’s `code`. */
function publicApi(ctx: Context): PublicApi {
  const read = (name: string) => (input: unknown) =>
    call(`published.${name}`, ctx, input).catch((error: unknown) => {
      throw toAppError(error)
    })
  const reads = Object.fromEntries(Object.keys(readerApi).map((name) => [name, read(name)]))
  return { published: reads as PublicApi['published'] } // a function for each of its names
}

/** The same, with the previewed article as if published. Its neighbours are not known yet. */
const previewApi = (api: PublicApi, article: PublishedArticle): PublicApi => ({
  ...api,
  published: {
    ...api.published,
    get: async () => article,
    neighbours: async () => ({ previous: null, next: null, by_tag: [] }),
  },
})

/** Whether a person opens the address. They get pages, and programs the one error body. */
export const wantsPage = (request: FastifyRequest) => isNavigation(request) && !isData(request.url)

/** Programs read old addresses too: those of pictures and feeds. */
export const isPublicRead = ({ method, url }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && !isData(url) && !isPrivate(url)

/**
 * Answers a failed request: with a published page or a redirect where no route is found, with a page for people, and with the
 * one error body for programs.
 */
export function failureHandler(parts: Parts, isForPeople = wantsPage) {
  async function answer(failure: unknown, request: FastifyRequest, reply: FastifyReply) {
    const isMissing = failure instanceof AppError && failure.code === 'NOT_FOUND'
    if (isMissing && isPublicRead(request)) {
      const page = await parts.dependencies.find_page(request.url)
      if (page?.location === null) {
        // Somebody published this page. It has no route.
        const { id, path } = page
        reply.header('speculation-rules', `"${SPECULATION_RULES}"`)
        const render = () => renderPage(parts, request, encodeURI(path), { isCached: true })
        return sendCached(parts, request, reply, { key: path, tags: [articleTag(id)], render })
      }
      if (await redirectMissing(parts.dependencies, request, reply)) return reply
    }
    if (!isMissing || !isForPeople(request)) return send(failure, request, reply)
    const page = await renderPage(parts, request, decodablePath(request.url))
    const address = page.status === 200 ? renderedAddress(request.url) : request.url
    return address === request.url ? sendOnce(reply, page) : reply.redirect(address, 301)
  }

  async function send(failure: unknown, request: FastifyRequest, reply: FastifyReply) {
    if (!isForPeople(request)) return sendError(failure, request, reply)
    const { status, body } = startErrorReply(failure, request, reply)
    const { error: message, request_id } = body
    const { renderErrorPage } = await parts.web.server()
    return reply
      .type(HTML)
      .send(renderErrorPage({ status, message, request_id, site: await siteForError(parts) }))
  }

  return (failure: unknown, request: FastifyRequest, reply: FastifyReply) =>
    answer(failure, request, reply).catch((error: unknown) => send(error, request, reply))
}

/** The address of a page that the renderer finds with capitals, or with slashes at its end, which the routes do not take. */
function renderedAddress(url: string): string {
  const { pathname, search } = new URL(`http://site${url}`)
  // A pattern for the end would read a run of slashes again from each of them.
  const parts = pathname.toLowerCase().split('/')
  const end = parts.findLastIndex((part) => part !== '')
  return (parts.slice(0, end + 1).join('/') || '/') + search
}

/** The site as it is, or as it is by default while the database is away. */
const siteForError = ({ dependencies: { readSite, locked_site, site } }: Parts): Promise<SiteSettings> =>
  readSite().catch(() => ({ ...FRESH_SITE, ...locked_site, ...site }))

/** The path of a missing page. The renderer cannot read one that is escaped wrongly. */
function decodablePath(url: string) {
  const path = url.split('?', 1)[0] ?? '/'
  try {
    decodeURIComponent(path)
    return path
  } catch {
    return '/not-found'
  }
}

interface CachedAnswer {
  key: string
  tags: readonly string[]
  render: () => Promise<Rendered>
}

/** Sends an answer that is made once, and cached until something it shows changes. */
export async function sendCached(
  { dependencies, ready, web }: Pick<Parts, 'dependencies' | 'ready' | 'web'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, tags, render }: CachedAnswer,
) {
  const { pages } = dependencies
  if (!web.isStable) pages.drop('everything')
  const page = await pages.get(key, tags, render)
  const redirected = page.status === 404 && (await redirectMissing(dependencies, request, reply))
  if (redirected) return reply
  // An address such as `/?p=123` may be redirected later.
  if (web.isStable && !isNumberedAddress(request.url)) ready.remember(request, reply, key)
  return sendStored(request, reply, page)
}
