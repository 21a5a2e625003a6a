import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { WebServer } from '@nightdesk/web/server-api'
import type { FastifyInstance } from 'fastify'

const WEB = new URL('../../../web/', import.meta.url)
const YEAR = 365 * 24 * 60 * 60

/** The web app as the server hosts it: rendered pages, and the files they load. */
export interface Web {
  /** Of this moment: in development the sources may have changed. */
  server(): Promise<WebServer>
  /** Last touch on the HTML of a page. In development, the dev client is added. */
  finish(url: string, html: string): Promise<string>
  /** Serves what pages load. */
  routes(app: FastifyInstance): Promise<void>
  /** Whether rendered pages may be cached. */
  isStable: boolean
}

/** The built bundle. @throws when it has not been built */
export async function builtWeb(): Promise<Web> {
  const entry = new URL('dist/server/entry-server.js', WEB).href
  // The bundle exports exactly this; its own build checks it.
  const server = (await import(entry)) as WebServer
  return {
    server: async () => server,
    finish: async (_url, html) => html,
    routes: async (app) => {
      await app.register(fastifyStatic, {
        root: fileURLToPath(new URL('dist/client/', WEB)),
        prefix: '/',
        wildcard: false,
        globIgnore: ['.vite/**'],
        index: false,
        preCompressed: true,
        cacheControl: false,
        setHeaders: (reply, path) => {
          const isHashed = path.includes('/assets/')
          reply.header(
            'cache-control',
            isHashed ? `public, max-age=${YEAR}, immutable` : 'public, max-age=3600',
          )
          reply.header('vary', 'Accept-Encoding')
        },
      })
    },
    isStable: true,
  }
}

/** The sources through Vite, with hot reload on the same port. */
export async function sourceWeb(): Promise<Web> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: fileURLToPath(WEB),
    appType: 'custom',
    // Vite's own way writes a file beside the sources, which the watching Node takes for a change.
    configLoader: 'native',
    server: { middlewareMode: true },
  })
  return {
    server: async () => (await vite.ssrLoadModule('/src/entry-server.tsx')) as WebServer, // as above
    finish: (url, html) => vite.transformIndexHtml(url, html),
    routes: async (app) => {
      // Whatever no other route answers; what Vite does not know either is not found.
      app.get('/*', (request, reply) => {
        vite.middlewares(request.raw, reply.raw, () => reply.callNotFound())
      })
      app.addHook('onClose', () => vite.close())
    },
    isStable: false,
  }
}
