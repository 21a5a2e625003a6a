import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIPv4 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import { tooMany } from '@nightdesk/contracts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'

/** A network is warned about once in this time (milliseconds), and at most `MAX_WARNINGS` networks are. */
const QUIET_MS = 10 * 60_000
const MAX_WARNINGS = 10

/** Open connections of one network or, behind a proxy, open requests. A browser opens six. */
export const MAX_OPEN = 256

/**
 * Keeps one network from holding all connections. A proxy’s connections carry everybody, so behind a trusted proxy requests
 * count, by the address that it names. A proxy that `TRUST_PROXY` does not name has a private address, and is not limited.
 */
export function limitConnections(
  app: FastifyInstance,
  trustProxy: readonly string[],
  limit: LimitRequests,
  { max = MAX_OPEN, now = Date.now } = {},
) {
  const isProxy = proxiesOf(trustProxy)
  const connections = createCounter(max)
  const shouldWarn = createSampler(now)
  app.server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket
    if (isProxy(remoteAddress)) return
    const network = ipPrefix(remoteAddress)
    if (!connections.add(network)) {
      socket.destroy()
      if (shouldWarn(network))
        app.log.warn(
          { network, connections: max },
          'A network has too many connections, and further ones are closed. If it is a proxy of this site, name it in TRUST_PROXY',
        )
      return
    }
    socket.once('close', () => connections.remove(network))
  })
  app.addHook('onRequest', (request, reply, next) => {
    if (limit(request.raw, reply.raw, request.ip)) return next()
    next(tooMany('Too many requests at once. Please wait a moment and try again.', 1))
  })
}

/** Whether to warn about a network: not when it was warned about recently, nor after too many warnings. */
function createSampler(now: () => number): (network: string) => boolean {
  const said = new Set<string>()
  let since = Number.NEGATIVE_INFINITY
  return (network) => {
    if (now() - since >= QUIET_MS) {
      said.clear()
      since = now()
    }
    if (said.has(network) || said.size >= MAX_WARNINGS) return false
    said.add(network)
    return true
  }
}

/** Private addresses and the networks in `TRUST_PROXY`. */
function proxiesOf(trustProxy: readonly string[]): (address: string) => boolean {
  const isTrusted = trusts(trustProxy)
  return (address) => {
    if (!ipaddr.isValid(address)) return true // a Unix socket has none
    return PRIVATE.includes(ipaddr.process(address).range()) || isTrusted(address, 0)
  }
}

const PRIVATE = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']

/**
 * Counts a request as open until its answer is sent.
 * @param address of the client
 * @returns false, and counts nothing, when its network has too many
 */
export type LimitRequests = (request: IncomingMessage, response: ServerResponse, address: string) => boolean

/** Whether an address in `X-Forwarded-For`, perhaps with its port, is that of a trusted proxy. */
export function trusts(trustProxy: readonly string[]): (address: string, hop: number) => boolean {
  const isTrusted = proxyAddr.compile([...trustProxy])
  return (address, hop) => isTrusted(withoutPort(address), hop)
}

/** The address of the client, which a trusted proxy names in `X-Forwarded-For`. */
export function clientAddress(trustProxy: readonly string[]) {
  if (trustProxy.length === 0) return ({ socket }: IncomingMessage) => socket.remoteAddress ?? ''
  const isTrusted = trusts(trustProxy)
  return (request: IncomingMessage) => proxyAddr(request, isTrusted)
}

/** Limits the open requests of a network whose connections a trusted proxy carries. */
export function limitRequests(trustProxy: readonly string[], max: number): LimitRequests {
  // Without a proxy, a connection has one request at a time.
  if (trustProxy.length === 0) return () => true
  const requests = createCounter(max)
  return (request, response, address) => {
    if (address === request.socket.remoteAddress) return true
    const network = ipPrefix(address)
    if (!requests.add(network)) return false
    response.once('close', () => requests.remove(network))
    return true
  }
}

/** Counts what is open of each network or account, up to a limit. */
export function createCounter<Key = string>(max: number) {
  const open = new Map<Key, number>()
  return {
    /** @returns false, and adds nothing, when there are too many */
    add(network: Key): boolean {
      const count = open.get(network) ?? 0
      if (count >= max) return false
      open.set(network, count + 1)
      return true
    },
    remove(network: Key): void {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    },
  }
}

const HOUR = 60 * 60 * 1000

/** Notices a proxy that `TRUST_PROXY` does not name, or that names no address: all clients behind it count as one network. */
export function createProxyWatch(now = Date.now) {
  let warnedAt = Number.NEGATIVE_INFINITY
  let seen = { address: '', at: Number.NEGATIVE_INFINITY }
  return {
    /** Warns in the log, at most once an hour. @param ip the client’s address as the server understands it */
    look(request: IncomingMessage, ip: string, log: FastifyBaseLogger): void {
      if (!isForwardedInVain(request, ip)) return
      const address = request.socket.remoteAddress ?? 'unknown'
      if (isOwnNetwork(address)) seen = { address, at: now() }
      if (now() - warnedAt < HOUR) return
      warnedAt = now()
      log.warn(
        { address },
        'X-Forwarded-For came from an address that TRUST_PROXY does not name, or names no address, and was ignored',
      )
    },
    /**
     * The address of such a proxy that was seen in the last hour, or null. Only a private address counts: on the public
     * network anybody may send the header.
     */
    untrusted: () => (now() - seen.at < HOUR ? seen.address : null),
  }
}

/** A trusted header would have given the request another address than its connection has. */
const isForwardedInVain = ({ headers, socket }: IncomingMessage, ip: string) =>
  headers['x-forwarded-for'] !== undefined && (ip === socket.remoteAddress || ipPrefix(ip) === 'unknown')

const isOwnNetwork = (address: string) =>
  ipaddr.isValid(address) && ipaddr.process(address).range() !== 'unicast'

/**
 * The network of an address, for rate limits and the audit log: IPv4 whole, IPv6 cut to its /64, `unknown` when it is none.
 * Some proxies name an address with its port.
 */
export function ipPrefix(addressAndPort: string): string {
  const address = withoutPort(addressAndPort)
  if (isIPv4(address)) return address
  if (!ipaddr.isValid(address)) return 'unknown'
  const ip = ipaddr.process(address) // also unwraps IPv4 in IPv6
  if (ip.kind() === 'ipv4') return ip.toString()
  const network = ip.toByteArray().fill(0, 8)
  return `${ipaddr.fromByteArray(network).toString()}/64`
}

/** `203.0.113.5` of `203.0.113.5:41234`, and `2001:db8::5` of `[2001:db8::5]:99`. */
const withoutPort = (address: string) =>
  address.replace(/^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/, '$1$2')
