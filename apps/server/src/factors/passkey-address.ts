import { isIP } from 'node:net'
import { conflict } from '@nightdesk/contracts'

interface PasskeyAddress {
  /** The domain that passkeys belong to. */
  rp_id: string
  /** The address that a browser has to show when it uses one. */
  origin: string
}

/** Why passkeys cannot be used at this address, in a sentence; null when they can. Browsers have these rules. */
export function passkeyProblem(siteUrl: string): string | null {
  const { protocol, hostname, host } = new URL(siteUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isLocal || (protocol === 'https:' && !isAddress(hostname))) return null
  return `Passkeys need a site with https and a domain name, or localhost. This one is ${protocol}//${host} (SITE_URL).`
}

/** @throws CONFLICT where passkeys cannot be used */
export function passkeyAddress(siteUrl: string): PasskeyAddress {
  const problem = passkeyProblem(siteUrl)
  if (problem) throw conflict(problem)
  const { hostname, origin } = new URL(siteUrl)
  return { rp_id: hostname, origin }
}

const isAddress = (hostname: string) => isIP(hostname) !== 0 || hostname.startsWith('[')
