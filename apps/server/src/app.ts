import { randomUUID } from 'node:crypto'
import { AppError, DEFAULT_BODY_LIMIT, notFound } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import { createDrawing } from '@nightdesk/renditions'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { viewRoute } from './analytics/analytics.ts'
import { rest } from './calls/rest.ts'
import { trpcAdapter } from './calls/trpc-adapter.ts'
import type { Dependencies } from './context.ts'
import { discovery } from './discovery/discovery.ts'
import { exportDownload } from './exports/exports.ts'
import { feeds } from './feeds/feeds.ts'
import { uploads } from './files/media.ts'
import { cards, ebooks } from './files/renditions.ts'
import { storedFiles } from './files/send.ts'
import { securityHeaders } from './headers.ts'
import {
  clientAddress,
  type LimitRequests,
  limitConnections,
  limitRequests,
  MAX_OPEN,
  trusts,
} from './http/connections.ts'
import { type Draining, health, obstacles, stopListening } from './http/lifecycle.ts'
import type { EventLoopWatch } from './http/overload.ts'
import { canonicalAddress, createHttpServer, malformedRequestHandler, refuseBodies } from './http/server.ts'
import { importUploads } from './imports/imports.ts'
import { requestLog } from './log.ts'
import type { MeasureRequests } from './measure-server.ts'
import { type Admit, createReadyAnswers } from './page-store/ready-answers.ts'
import { adminShell } from './pages/admin-shell.ts'
import { previewPage, proofPictures } from './pages/previews.ts'
import { failureHandler, isPublicRead, site, wantsPage } from './pages/public-site.ts'
import type { Web } from './pages/web.ts'
import type { Parts } from './parts.ts'
import { policyReports } from './policy-reports.ts'
import { contextFrom } from './request-context.ts'
import { shedLoad } from './shed-load.ts'
import { siteFiles, sitePreview } from './site/site-files.ts'
import { yourData } from './your-data.ts'

export interface AppOptions {
  dependencies: Dependencies
  web: Web
  log: FastifyBaseLogger
  /** Networks whose `X-Forwarded-For` is trusted. Default: none. */
  trustProxy?: string[]
  /** Begins when a stop is announced to load balancers. Default: never. */
  draining?: Draining
  /**
   * The connection that `/readyz` asks. Its own, so that a server whose other connections are all busy stays ready: a load
   * balancer would take every busy server out, and with them the pages that need no database. Default: that of requests.
   */
  probe?: Db
  answersAhead?: typeof createReadyAnswers
  /** Default: that of this process. */
  eventLoop?: EventLoopWatch
  /** Default: nothing is measured. */
  measureRequests?: MeasureRequests
}

/** The HTTP server: its hooks and routes, in their order. Listening is up to the caller. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { dependencies, web, trustProxy = [], draining = { hasBegun: false } } = options
  const { answersAhead = createReadyAnswers } = options
  const limit = limitRequests(trustProxy, MAX_OPEN)
  const ready = answersAhead(dependencies.pages, admission(options, limit))
  const drawing = createDrawing({ storage: dependencies.storage, renderer: () => web.server() })
  const parts: Parts = { dependencies, contextOf: contextFrom(dependencies), web, ready, drawing }
  const headersOf = securityHeaders(dependencies.site.url, web.isStable)
  const app = createServer(options, parts, headersOf)
  options.measureRequests?.(app, ready.counts)
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(headersOf(request.url))
    dependencies.proxy_watch.look(request.raw, request.ip, request.log)
    next()
  })
  limitConnections(app, trustProxy, limit)
  adminShell(app, parts)
  shedLoad(app, parts, options.eventLoop)
  refuseBodies(app)
  refuseUnknown(app)
  stopGracefully(app, parts)
  health(app, await obstacles(options.probe ?? dependencies.db, draining))
  for (const plugin of PLUGINS) await app.register(plugin, parts)
  await app.register((scope) => web.routes(scope))
  return app
}

const PLUGINS = [
  rest,
  trpcAdapter,
  viewRoute,
  uploads,
  importUploads,
  policyReports,
  storedFiles,
  exportDownload,
  site,
  feeds,
  discovery,
  previewPage,
  yourData,
  cards,
  proofPictures,
  ebooks,
  siteFiles,
  sitePreview,
]

/** What Fastify’s hooks do for other requests. */
function admission({ dependencies, log, trustProxy = [] }: AppOptions, limit: LimitRequests): Admit {
  const addressOf = clientAddress(trustProxy)
  return (request, response) => {
    const address = addressOf(request)
    if (request.headers['x-forwarded-for'] !== undefined) dependencies.proxy_watch.look(request, address, log)
    return limit(request, response, address)
  }
}

function createServer(
  { log, trustProxy = [] }: AppOptions,
  parts: Parts,
  headersOf: (url: string) => Record<string, string>,
): FastifyInstance {
  const onFailure = failureHandler(parts)
  const app = Fastify({
    ...limits,
    serverFactory: (handler) =>
      createHttpServer((request, response) => {
        if (!parts.ready.answer(request, response)) handler(request, response)
      }),
    loggerInstance: log,
    trustProxy: trustProxy.length > 0 && trusts(trustProxy),
    genReqId: () => randomUUID(),
    childLoggerFactory: (own, { reqId }) => requestLog(own, reqId),
    rewriteUrl: ({ url = '/' }) => canonicalAddress(url),
    clientErrorHandler: malformedRequestHandler(headersOf('/')),
    // An undecodable address reaches no route, and so no hook that sets headers.
    frameworkErrors: (error, request, reply) =>
      onFailure(
        isPublicRead(request) || wantsPage(request) ? notFound('Page') : error,
        request,
        reply.headers(headersOf(request.url)),
      ),
  })
  app.setErrorHandler(onFailure)
  return app
}

/** Takes no new connections once the server stops, and ends only when its work is done. */
function stopGracefully(app: FastifyInstance, { dependencies, ready, drawing }: Parts) {
  app.addHook('preClose', async () => {
    ready.stop()
    if (app.server.listening) await stopListening(app.server)
  })
  app.addHook('onClose', async () => {
    drawing.close()
    await dependencies.background.settled()
    await Promise.all([dependencies.refusals.flush(), dependencies.missing_addresses.flush()])
  })
}

const limits = {
  bodyLimit: DEFAULT_BODY_LIMIT,
  routerOptions: { maxParamLength: 2_048 },
  // One line per request is noise; failures are logged where they are answered.
  logController: new LogController({ disableRequestLogging: true }),
  forceCloseConnections: 'idle' as const,
  // Requests that come in while the server stops are answered as usual.
  return503OnClosing: false,
}

/** Refuses unknown addresses before their body is read: 405 to programs when only the method is wrong, else 404. */
function refuseUnknown(app: FastifyInstance) {
  const routes: { methods: string | string[]; pattern: RegExp }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    routes.push({ methods: method, pattern: patternOf(url) })
  })
  app.setNotFoundHandler(() => {
    throw notFound('Page')
  })
  app.addHook('onRequest', (request, reply, next) => {
    if (!request.is404) return next()
    const path = request.url.split('?', 1)[0] ?? '/'
    const found = wantsPage(request) ? [] : routes.filter(({ pattern }) => pattern.test(path))
    if (found.length === 0) return next(notFound('Page'))
    reply.header('allow', [...new Set(found.flatMap(({ methods }) => methods))].join(', '))
    next(new AppError('METHOD_NOT_ALLOWED', 'This address takes another method'))
  })
}

/** Of a route such as `/post/:id(\d+).epub` or `/assets/*`. */
function patternOf(url: string) {
  const literal = url.replaceAll('.', '\\.').replaceAll('*', '.*')
  return new RegExp(`^${literal.replace(/:\w+(\([^)]*\))?/g, (_, rule = '[^/]+') => rule)}$`)
}
