import { type LookupAddress, lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { noSuchSite } from './refusals.ts'

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
