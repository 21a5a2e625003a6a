import { type LookupAddress, lookup } from 'node:dns'
import { lookup as lookupAll } from 'node:dns/promises'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { AppError, isPublicName, isWebUrl } from '@nightdesk/contracts'
import ipaddr from 'ipaddr.js'

export interface GuardedRequest {
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
  const asked = request(url, { ...options, ...guard, ...PATIENT, agent: false })
  // After the response has begun, the response emits the errors. Without a listener here they would end the worker.
  asked.on('error', () => {}).end()
  // The signal ends the wait too: after the status 101 neither a response nor an error comes.
  const [response]: IncomingMessage[] = await once(asked, 'response', { signal: options.signal })
  return response! // the event has one argument
}

/** A site that is far away takes longer than the 250 ms after which Node would try another of its addresses. */
const PATIENT = { autoSelectFamilyAttemptTimeout: 2_500 }

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

/** All assigned IPv6 unicast addresses; the rest is special or unassigned. IANA, "IPv6 Global Unicast Address Assignments". */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3')

/** Assigned, but not public: metadata services of clouds, and addresses for documentation. */
const NOBODYS = ['168.63.129.16/32', '3fff::/20'].map((range) => ipaddr.parseCIDR(range))

/** Whether an IP address is public: not this machine, not its network, and no tunnel to them. */
export function isPublicAddress(address: string): boolean {
  const ip = ipaddr.process(address) // IPv4 mapped into IPv6 becomes IPv4
  if (ip.range() !== 'unicast' || NOBODYS.some((range) => ip.kind() === range[0].kind() && ip.match(range)))
    return false
  return ip instanceof ipaddr.IPv4 || ip.match(GIVEN_OUT)
}

/** Whether a host is public, or was: of one that is gone only the name is known. False while DNS does not answer. */
export async function isPublicHost(hostname: string): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  if (isIP(host) !== 0) return isPublicAddress(host)
  if (!isPublicName(host)) return false
  const addresses = await lookupAll(host, { all: true }).catch(({ code }) =>
    code === 'ENOTFOUND' ? [] : null,
  )
  return addresses?.every(isPublic) ?? false
}

/**
 * Looks a host up for the connection itself: the checked address is the one that is connected to, so a second, different
 * answer of DNS has no effect. A host with any address that is not public is refused.
 */
export const lookupPublic: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first || !addresses.every(isPublic)) callback(error ?? noSuchSite(), '')
    else if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

const isPublic = ({ address }: LookupAddress) => isPublicAddress(address)

/** Sentences for the person who asked for the copy. */
export const refused = (message: string, options?: ErrorOptions) =>
  new AppError('VALIDATION_FAILED', message, options)

/** The same for hosts that do not exist and hosts that are not public, so that nobody can scan our network. */
export const noSuchSite = (options?: ErrorOptions) => refused('No site was found at this address.', options)
