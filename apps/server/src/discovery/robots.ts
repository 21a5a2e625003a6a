import type { SiteSettings } from '@nightdesk/web/server-api'

/** What crawlers should leave out (RFC 9309). Pictures are under `/api`, but are allowed. */
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
