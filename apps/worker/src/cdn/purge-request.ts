import type { CdnKind } from '@nightdesk/config'

/** What one kind of CDN is sent to drop everything with one of these tags. */
export interface PurgeRequest {
  method: 'POST' | 'PURGE'
  headers: Record<string, string>
  body?: string
}

const JSON_TYPE = 'application/json'

/** @param token empty for a Varnish that asks for none */
export const purgeRequest: Record<CdnKind, (tags: readonly string[], token: string) => PurgeRequest> = {
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
export const MAX_TAGS = 100
