import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { adminShell } from './admin-shell.ts'
import { canonicalAddress } from './canonical-address.ts'
import { cards } from './cards/cards.ts'
import { createDrawing } from './cards/drawing.ts'
import { limitConnections } from './connections.ts'
import type { Services } from './context.ts'
import { discovery } from './discovery/discovery.ts'
import { stopListening } from './draining.ts'
import { ebooks } from './ebook/ebooks.ts'
import { sendError } from './errors.ts'
import { feeds } from './feeds/feeds.ts'
import { securityHeaders } from './headers.ts'
import { health } from './health.ts'
import { useJsonBodies } from './json.ts'
import { requestLog } from './log.ts'
import { malformedRequestHandler } from './malformed.ts'
import { storedFiles } from './media/stored-files.ts'
import { uploads } from './media/upload.ts'
import { sendUnreadable, useNotFound } from './not-found.ts'
import { policyReports } from './policy-reports/policy-reports.ts'
import { previewPage } from './previews/preview-page.ts'
import { contextFrom } from './request-context.ts'
import { rest } from './rest.ts'
import { site } from './site.ts'
import { TRPC_BODY_LIMIT, trpcDoor } from './trpc-door.ts'
import type { Web } from './web.ts'

export interface AppOptions {
  services: Services
  web: Web
  log: FastifyBaseLogger
  /** Networks whose `X-Forwarded-For` is believed. Default: nobody’s. */
  trustProxy?: string[]
}

/** The HTTP server: which plugins, in which order. Listening is up to the caller. */
export async function createApp({
  services,
  web,
  log,
  trustProxy = [],
}: AppOptions): Promise<FastifyInstance> {
  const contextOf = contextFrom(services)
  const siteOptions = { services, contextOf, web }
  const headersOf = securityHeaders(services.site.url, web.isStable)
  const app = Fastify({
    ...limits,
    loggerInstance: log,
    trustProxy: trustProxy.length > 0 && trustProxy,
    genReqId: () => randomUUID(),
    childLoggerFactory: (own, { reqId }) => requestLog(own, reqId),
    rewriteUrl: ({ url = '/' }) => canonicalAddress(url),
    clientErrorHandler: malformedRequestHandler(headersOf('/')),
    // An address that cannot be read reaches no route, and so none of the hooks below.
    frameworkErrors: (error, request, reply) =>
      sendUnreadable(siteOptions, error, request, reply.headers(headersOf(request.url))),
  })
  app.server.maxConnections = 2_000
  app.server.headersTimeout = 10_000
  let isDraining = false
  app.addHook('preClose', async () => {
    isDraining = true
    if (app.server.listening) await stopListening(app.server)
  })
  const drawing = createDrawing(services, web)
  app.addHook('onClose', async () => {
    drawing.close()
    await services.background.settled()
    await services.refusals.flush()
  })

  app.setErrorHandler(sendError)
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(headersOf(request.url))
    services.proxy_watch.look(request)
    next()
  })
  limitConnections(app, trustProxy)
  adminShell(app, siteOptions)
  useJsonBodies(app)
  useNotFound(app, siteOptions)

  await app.register(health, { db: services.db, isDraining: () => isDraining })
  await app.register(rest, { contextOf, pages: services.pages })
  await app.register(trpcDoor, { contextOf, pages: services.pages })
  await app.register(uploads, { services, contextOf })
  await app.register(policyReports, { db: services.db })
  await app.register(storedFiles, { services })
  await app.register(site, siteOptions)
  await app.register(feeds, siteOptions)
  await app.register(discovery, siteOptions)
  await app.register(previewPage, siteOptions)
  await app.register(cards, { services, drawing })
  await app.register(ebooks, { services, web, drawing })
  await app.register((scope) => web.routes(scope))
  return app
}

const limits = {
  bodyLimit: TRPC_BODY_LIMIT,
  // 5 MB over a slow line take a while.
  requestTimeout: 60_000,
  keepAliveTimeout: 72_000,
  connectionTimeout: 60_000,
  maxRequestsPerSocket: 1_000,
  routerOptions: { maxParamLength: 2_048 },
  // One line per request is noise; failures are logged where they are answered.
  logController: new LogController({ disableRequestLogging: true }),
  forceCloseConnections: 'idle' as const,
  // What still comes in while the server stops is answered as ever.
  return503OnClosing: false,
  ajv: { customOptions: { coerceTypes: 'array' as const, allErrors: true, removeAdditional: false } },
}
