import { type CdnKind, kindOfHost } from '@nightdesk/config'
import { EVERYTHING } from '@nightdesk/db'
import type { Env } from './env.ts'

/** Makes the CDN drop every answer with one of these tags. @throws when the CDN does not confirm it */
export type PurgeCdn = (tags: readonly string[]) => Promise<void>

type CdnSettings = Pick<Env, 'CDN_PURGE_URL' | 'CDN_PURGE_TOKEN' | 'CDN_KIND'>

/** Shorter than the time until the second purge of a change, so that a first one that fails has failed by then. */
const TIME_LIMIT_MS = 8_000

/** @param time_limit in milliseconds. @returns null without a CDN */
export function createCdnPurge(
  { CDN_PURGE_URL: url, CDN_PURGE_TOKEN: token = '', CDN_KIND: kind }: CdnSettings,
  time_limit = TIME_LIMIT_MS,
): PurgeCdn | null {
  if (url === undefined) return null
  const requestOf = purgeRequest[kind ?? kindOfHost(url)]
  return async (tags) => {
    const unique = [...new Set(tags)]
    const isEverything = unique.includes(EVERYTHING) || unique.length > MAX_TAGS
    // A redirect would take the token to another address.
    const answer = await fetch(url, {
      ...requestOf(isEverything ? [EVERYTHING] : unique, token),
      redirect: 'error',
      signal: AbortSignal.timeout(time_limit),
    })
    // Its text is not part of the error, which is shown to admins: it may repeat the token.
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`The CDN answered ${answer.status} to a purge`)
  }
}

const JSON_TYPE = 'application/json'

/** What each kind of CDN is sent to drop everything with one of these tags. @param token empty for a Varnish that asks for none */
const purgeRequest: Record<CdnKind, (tags: readonly string[], token: string) => RequestInit> = {
  /** `POST /service/SERVICE/purge`. A purge that is not soft: nothing old is sent while the CDN asks again. */
  fastly: (tags, token) => ({
    method: 'POST',
    headers: { 'fastly-key': token, accept: JSON_TYPE, 'content-type': JSON_TYPE },
    body: JSON.stringify({ surrogate_keys: tags }),
  }),
  /** `POST /client/v4/zones/ZONE/purge_cache` */
  cloudflare: (tags, token) => ({
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, accept: JSON_TYPE, 'content-type': JSON_TYPE },
    body: JSON.stringify({ tags }),
  }),
  /** Varnish leaves the request to its configuration: ours is `deploy/varnish.vcl`. */
  varnish: (tags, token) => ({
    method: 'PURGE',
    headers: { 'surrogate-key': tags.join(' '), ...(token && { authorization: `Bearer ${token}` }) },
  }),
}

/** How many tags one request may name: 256 at Fastly, 100 at Cloudflare. */
const MAX_TAGS = 100
