import { createServer, type RequestListener, type Server } from 'node:http'
import { limitBodyTime } from './body-timeout.ts'

/** Milliseconds. */
export const KEEP_ALIVE_TIMEOUT = 72_000
export const MAX_REQUESTS_PER_SOCKET = 1_000

const OPTIONS = {
  // Milliseconds.
  // That of headers is below; that of bodies has exceptions.
  requestTimeout: 0,
  headersTimeout: 10_000,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
  // A request without a body is no stream, which saves a tenth of the time of a stored answer.
  optimizeEmptyRequests: true,
}
const IDLE_TIMEOUT = 60_000

/** The HTTP server below Fastify, with its limits. */
export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(OPTIONS, (request, response) => {
    limitBodyTime(server, request)
    listener(request, response)
  })
  server.setTimeout(IDLE_TIMEOUT)
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET
  server.maxConnections = 2_000
  return server
}
