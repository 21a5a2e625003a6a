import type { SiteSettings } from '@nightdesk/web/server-api'

/** What machines have no business in (RFC 9309). Pictures are calls by their address only. */
export const robots = ({ url }: SiteSettings): string =>
  [
    'User-agent: *',
    'Allow: /api/uploads/',
    'Disallow: /admin',
    'Disallow: /api/',
    'Disallow: /trpc/',
    'Disallow: /search',
    '',
    `Sitemap: ${url}/sitemap.xml`,
    '',
  ].join('\n')
