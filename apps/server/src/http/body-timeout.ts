import type { IncomingMessage, Server } from 'node:http'

/** Milliseconds. 5 MB over a slow line take a while. */
const BODY_TIMEOUT = 60_000

const unlimited = new WeakSet<IncomingMessage>()

/**
 * Refuses a request whose body takes too long, as Node does with `requestTimeout`, which has no exceptions. A body that has
 * arrived with its headers, as nearly all do, needs no timer.
 */
export function limitBodyTime(server: Server, request: IncomingMessage, timeout = BODY_TIMEOUT): void {
  const { headers } = request
  if (headers['transfer-encoding'] === undefined && headers['content-length'] === undefined) return
  setImmediate(startTimer, server, request, timeout)
}

function startTimer(server: Server, request: IncomingMessage, timeout: number) {
  if (request.complete || request.destroyed) return
  const timer = setTimeout(() => {
    if (request.complete || unlimited.has(request)) return
    const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    server.emit('clientError', error, request.socket)
  }, timeout).unref()
  request.once('close', () => clearTimeout(timer))
}

/** For files: they may take as long as their bytes keep coming. */
export function allowSlowBody(request: IncomingMessage): void {
  unlimited.add(request)
}
