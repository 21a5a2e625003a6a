import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import ipaddr from 'ipaddr.js'
import { ipPrefix } from './ip-prefix.ts'

const HOUR = 60 * 60 * 1000

/** Notices a proxy that `TRUST_PROXY` does not name, or that names no address: all clients behind it count as one network. */
export interface ProxyWatch {
  /** Warns in the log, at most once an hour. @param ip the client’s address as the server understands it */
  look(request: IncomingMessage, ip: string, log: FastifyBaseLogger): void
  /**
   * The address of such a proxy that was seen in the last hour, or null. Only a private address counts: on the public
   * network anybody may send the header.
   */
  untrusted(): string | null
}

export function createProxyWatch(now = Date.now): ProxyWatch {
  let warnedAt = Number.NEGATIVE_INFINITY
  let seen = { address: '', at: Number.NEGATIVE_INFINITY }
  return {
    look(request, ip, log) {
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
    untrusted: () => (now() - seen.at < HOUR ? seen.address : null),
  }
}

/** A trusted header would have given the request another address than its connection has. */
const isForwardedInVain = ({ headers, socket }: IncomingMessage, ip: string) =>
  headers['x-forwarded-for'] !== undefined && (ip === socket.remoteAddress || ipPrefix(ip) === 'unknown')

const isOwnNetwork = (address: string) =>
  ipaddr.isValid(address) && ipaddr.process(address).range() !== 'unicast'
