import type { IncomingMessage, Server } from 'node:http'

/** Milliseconds. 5 MB over a slow line take a while. */
const BODY_TIMEOUT = 60_000

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/**
 * Refuses a request whose body takes too long, as Node does with `requestTimeout`, which has no exceptions. A request without
 * a body costs nothing.
 */
export function limitBodyTime(server: Server, request: IncomingMessage, timeout = BODY_TIMEOUT): void {
  const { headers, socket } = request
  if (headers['transfer-encoding'] === undefined && headers['content-length'] === undefined) return
  const timer = setTimeout(() => {
    if (request.complete) return
    const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    server.emit('clientError', error, socket)
  }, timeout)
  timers.set(request, timer.unref())
  request.once('close', () => clearTimeout(timer))
}

/** For files: they may take as long as their bytes keep coming. */
export function allowSlowBody(request: IncomingMessage): void {
  clearTimeout(timers.get(request))
}
