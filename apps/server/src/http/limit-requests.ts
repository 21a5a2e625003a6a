import type { IncomingMessage, ServerResponse } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { createCounter } from './counter.ts'
import { ipPrefix, withoutPort } from './ip-prefix.ts'

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
