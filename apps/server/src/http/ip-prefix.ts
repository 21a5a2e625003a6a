import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The network of an address, for rate limits and the audit log: IPv4 whole, IPv6 cut to its /64. */
export function ipPrefix(address: string): string {
  if (isIPv4(address)) return address
  if (!ipaddr.isValid(address)) return 'unknown'
  const ip = ipaddr.process(address) // also unwraps IPv4 in IPv6
  if (ip.kind() === 'ipv4') return ip.toString()
  const network = ip.toByteArray().fill(0, 8)
  return `${ipaddr.fromByteArray(network).toString()}/64`
}
