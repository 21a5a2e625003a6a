import { fileURLToPath } from 'node:url'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import { listen, PAGE_CHANNEL, readInvalidation } from '@nightdesk/db'
import { importWebServer } from '@nightdesk/renditions'
import type { WebServer } from '@nightdesk/web/server-api'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { PageStore } from '../page-store/page-store.ts'

const WEB = new URL('../../../web/', import.meta.url)
const CLIENT = new URL('dist/client/', WEB)
const YEAR = 365 * 24 * 60 * 60

/** The web app on the server: its renderer, and the files that pages load. */
export interface Web {
  /** The current renderer: in development the sources may have changed. */
  server(): Promise<WebServer>
  /** Last step for the HTML of a page. In development, it adds the dev client. */
  finish(url: string, html: string): Promise<string>
  routes(app: FastifyInstance): Promise<void>
  isStable: boolean
}

/** The built bundle. @throws when it has not been built */
export async function builtWeb(): Promise<Web> {
  const server = await importWebServer()
  return {
    server: async () => server,
    finish: async (_url, html) => html,
    routes: async (app) => {
      const files = { index: false, preCompressed: true, cacheControl: false, acceptRanges: false } as const
      // As for pages, `If-None-Match` alone counts: the plugin fails when another condition is not met.
      app.addHook('onRequest', async ({ headers }) => {
        for (const name of ['if-match', 'if-unmodified-since']) delete headers[name]
      })
      // The plugin fails for a folder.
      app.get('/assets/', (_request, reply) => reply.callNotFound())
      // Named by their content, and hundreds, so they share a route.
      await app.register(fastifyStatic, {
        ...files,
        root: fileURLToPath(new URL('assets/', CLIENT)),
        prefix: '/assets/',
        setHeaders: keep(`public, max-age=${YEAR}, immutable`),
      })
      await app.register(fastifyStatic, {
        ...files,
        root: fileURLToPath(CLIENT),
        prefix: '/',
        wildcard: false,
        globIgnore: ['.vite/**', 'assets/**'],
        decorateReply: false,
        setHeaders: keep('public, max-age=3600'),
      })
    },
    isStable: true,
  }
}

const keep =
  (caching: string): FastifyStaticOptions['setHeaders'] =>
  (reply) => {
    reply.header('cache-control', caching)
    reply.header('vary', 'Accept-Encoding')
  }

/** The sources through Vite, with hot reload on the same port. */
export async function sourceWeb(): Promise<Web> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: fileURLToPath(WEB),
    appType: 'custom',
    // Vite’s default loader writes a file beside the sources, which makes the watching Node restart.
    configLoader: 'native',
    server: { middlewareMode: true },
  })
  return {
    server: async () => (await vite.ssrLoadModule('/src/entry-server.tsx')) as WebServer, // the module has exactly this type
    finish: (url, html) => vite.transformIndexHtml(url, html),
    routes: async (app) => {
      // All other addresses. Those that Vite does not know either are not found.
      app.get('/*', (request, reply) => {
        vite.middlewares(request.raw, reply.raw, () => reply.callNotFound())
      })
      app.addHook('onClose', () => vite.close())
    },
    isStable: false,
  }
}

/**
 * Listens for changes by other servers. While the connection is down, pages are cached for a second only. When it is back,
 * everything is dropped, since changes may have been missed.
 */
export function listenForChanges(url: string, pages: PageStore, log: FastifyBaseLogger) {
  pages.setConnected(false)
  return listen(url, PAGE_CHANNEL, {
    onMessage(payload) {
      const { tags, from } = readInvalidation(payload)
      if (from !== pages.id) pages.drop(tags)
    },
    onHearing(isHearing) {
      if (isHearing) pages.drop('everything')
      pages.setConnected(isHearing)
    },
    onError: (error) => log.warn({ err: error }, 'Changes of other servers cannot be heard'),
  })
}
