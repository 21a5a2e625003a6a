import type { Caller } from '../context.ts'
import type { MinuteLimiter } from '../http/minute-limiter.ts'
import { userAgentOf } from '../http/user-agent.ts'
import type { ViewReason } from './view-recorder.ts'

/** Why an attempt is not counted, or null. A reader’s opt-out comes before the other reasons. */
export function uncountedReason(
  { headers, user_agent, ip_prefix }: Caller,
  limiter: MinuteLimiter,
): ViewReason | null {
  if (headers['sec-gpc'] === '1' || headers.dnt === '1') return 'opted_out'
  if (isPrefetch(headers)) return 'prefetch'
  if (userAgentOf(user_agent).isBot) return 'bot'
  return limiter.allows(ip_prefix) ? null : 'limited'
}

const isPrefetch = (headers: Caller['headers']) =>
  /prefetch|prerender/.test(`${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`)

/** The name of a host has at most 253 characters (RFC 1035). Postgres refuses to index a text of some thousand. */
const MAX_HOST = 253

/** The origin of a referrer; null when it is no web address. */
export function originOf(referrer: string | null | undefined): string | null {
  if (!referrer || !URL.canParse(referrer)) return null
  const { origin, protocol, hostname } = new URL(referrer)
  return /^https?:$/.test(protocol) && hostname.length <= MAX_HOST ? origin : null
}
