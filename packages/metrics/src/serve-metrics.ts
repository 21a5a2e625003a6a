import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { ConfigurationError } from '@nightdesk/config'
import type { Registry } from 'prom-client'

export interface Address {
  host: string
  port: number
  /** Whether the process that this one replaces may still listen there. */
  reusePort: boolean
}

/** The part of pino that is used here. */
export interface ErrorLog {
  warn(details: object, message: string): void
}

/**
 * Serves the metrics at `/metrics`, on a port apart from the site: they are not for readers.
 * @throws ConfigurationError when the port is taken
 */
export async function serveMetrics(registry: Registry, { host, port, reusePort }: Address, log: ErrorLog) {
  const server = createServer((request, response) => {
    answer(registry, request, response).catch((error: unknown) => {
      log.warn({ err: error }, 'The metrics could not be printed')
      response.writeHead(500).end()
    })
  })
  server.listen({ host, port, reusePort })
  try {
    await once(server, 'listening')
  } catch (cause) {
    const { message } = cause as Error // the server emits only errors
    const problem = `The metrics cannot be served: ${message}. Set METRICS_PORT to another port.`
    throw new ConfigurationError(problem, { cause })
  }
  return {
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function answer(registry: Registry, { method, url }: IncomingMessage, response: ServerResponse) {
  if (url?.split('?')[0] !== '/metrics') return response.writeHead(404).end()
  if (method !== 'GET' && method !== 'HEAD') return response.writeHead(405, { allow: 'GET, HEAD' }).end()
  const text = await registry.metrics()
  return response.writeHead(200, { 'content-type': registry.contentType }).end(text)
}
