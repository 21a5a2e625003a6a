import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

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
export const withoutPort = (address: string) =>
  address.replace(/^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/, '$1$2')
