import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { isWebUrl } from '@nightdesk/contracts'
import { isPublicAddress, lookupPublic } from './public-address.ts'
import { noSuchSite } from './refusals.ts'

interface GuardedRequest {
  method: 'GET' | 'HEAD'
  headers: Record<string, string>
  signal: AbortSignal
  /** Origins that may have addresses that are not public, and ports. */
  trusted: ReadonlySet<string>
}

/**
 * Whether a guarded request may be sent to an address: http or https, with a host, without user or password, and on the
 * default port unless the origin is trusted.
 */
export function isRequestable(address: string, trusted: ReadonlySet<string>): boolean {
  if (!isWebUrl(address)) return false
  const { origin, port } = new URL(address)
  // The default port of the scheme reads as an empty one.
  return port === '' || trusted.has(origin)
}

/**
 * Requests a {@link isRequestable} address without following redirects, on a new connection, with no cookie and no referrer.
 * Other than trusted origins are reached at public addresses only. @throws AppError for one that is not public
 */
export async function guardedRequest(
  url: URL,
  { trusted, ...options }: GuardedRequest,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  const guard = trusted.has(url.origin) ? {} : guardOf(url)
  const asked = request(url, { ...options, ...guard, agent: false })
  // After the response has begun, the response emits the errors. Without a listener here they would end the worker.
  asked.on('error', () => {}).end()
  const [response]: IncomingMessage[] = await once(asked, 'response')
  return response! // the event has one argument
}

function guardOf({ hostname }: URL): RequestOptions {
  const host = hostname.replace(/^\[|\]$/g, '')
  // An IP address is connected to without a lookup.
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw noSuchSite()
  return { lookup: lookupPublic }
}

/** Statuses that name another address in `location`. */
export const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Whether an error is one of the network, of TLS, or of malformed HTTP. */
export const isNetworkError = (error: unknown) => Boolean((error as NodeJS.ErrnoException).code)
