import { AppError } from '@nightdesk/contracts'
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import { createCounter } from './counter.ts'
import { ipPrefix } from './ip-prefix.ts'
import { type LimitRequests, limitRequests } from './limit-requests.ts'

/** A network is warned about once in this time (milliseconds), and at most `MAX_WARNINGS` networks are. */
const QUIET_MS = 10 * 60_000
const MAX_WARNINGS = 10

interface ConnectionLimits {
  max?: number
  now?: () => number
  /** Counts the requests behind proxies. */
  limit?: LimitRequests
}

/** Open connections of one network or, behind a proxy, open requests. A browser opens six. */
export const MAX_OPEN = 256

/**
 * Keeps one network from holding all connections. A proxy’s connections carry everybody, so behind a trusted proxy requests
 * count, by the address that it names. A proxy that `TRUST_PROXY` does not name has a private address, and is not limited.
 */
export function limitConnections(
  app: FastifyInstance,
  trustProxy: readonly string[],
  { max = MAX_OPEN, now = Date.now, limit = limitRequests(trustProxy, max) }: ConnectionLimits = {},
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
  app.addHook('onRequest', (request, reply, next) =>
    next(limit(request.raw, reply.raw, request.ip) ? undefined : tooMany()),
  )
}

const tooMany = () =>
  new AppError('TOO_MANY_REQUESTS', 'Too many requests at once. Please wait a moment and try again.', {
    retryAfter: 1,
  })

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

/** Private addresses and the networks in `TRUST_PROXY`, whose named networks are all private. */
function proxiesOf(trustProxy: readonly string[]): (address: string) => boolean {
  const networks = trustProxy
    .filter((network) => /\d/.test(network))
    .map((network) =>
      network.includes('/') ? ipaddr.parseCIDR(network) : ipaddr.parseCIDR(`${network}/${bitsOf(network)}`),
    )
  return (address) => {
    if (!ipaddr.isValid(address)) return true // a Unix socket has none
    const ip = ipaddr.process(address)
    if (PRIVATE.includes(ip.range())) return true
    return networks.some(([network, bits]) => network.kind() === ip.kind() && ip.match(network, bits))
  }
}

/** The ranges of ipaddr.js that are private. */
const PRIVATE = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']

const bitsOf = (address: string) => (address.includes(':') ? 128 : 32)
