export const CDN_KINDS = ['fastly', 'cloudflare', 'varnish'] as const

/** Each takes other requests to purge what it caches. */
export type CdnKind = (typeof CDN_KINDS)[number]

/** The kind of CDN that takes purges at an address. Any host but the two known ones is a Varnish. */
export function kindOfHost(address: string): CdnKind {
  const host = URL.parse(address)?.hostname
  if (host === 'api.fastly.com') return 'fastly'
  return host === 'api.cloudflare.com' ? 'cloudflare' : 'varnish'
}
