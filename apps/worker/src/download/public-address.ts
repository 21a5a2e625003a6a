import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { noSuchSite } from './refusals.ts'

/** All that is given out of IPv6: the rest is special, or nobody’s. IANA, "IPv6 Global Unicast Address Assignments". */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3')

/** Given out, but not to readers: a cloud’s own service beside each of its machines, and what only books use. */
const NOBODYS = ['168.63.129.16/32', '3fff::/20'].map((range) => ipaddr.parseCIDR(range))

/** Whether an IP address is anybody’s on the internet: not this machine, nor its network, nor a way around to them. */
export function isPublicAddress(address: string): boolean {
  const ip = ipaddr.process(address) // IPv4 mapped into IPv6 becomes IPv4
  if (ip.range() !== 'unicast' || NOBODYS.some((range) => ip.kind() === range[0].kind() && ip.match(range)))
    return false
  return ip instanceof ipaddr.IPv4 || ip.match(GIVEN_OUT)
}

/**
 * Looks a host up for the connection itself, so that what was checked is what is connected to, whatever a second
 * question would be answered. A host with one address that is not public has none.
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
