import { LANGUAGE, notFound } from '@nightdesk/contracts'
import { LISTS } from '@nightdesk/db'
import type { SiteSettings } from '@nightdesk/web/server-api'
import type { FastifyInstance } from 'fastify'
import { openApi } from '../openapi.ts'
import { sendStored } from '../page-store/stored-page.ts'
import { sendCached } from '../pages/public-site.ts'
import type { Parts } from '../parts.ts'
import { countAddresses, listAddresses, MAX_ADDRESSES, writeSitemap, writeSitemapIndex } from './sitemap.ts'

interface Options extends Pick<Parts, 'dependencies' | 'ready' | 'web'> {
  /** Addresses in one sitemap. */
  addressesPerSitemap?: number
}

const PART = '([1-9]\\d{0,3})'
const TEXT = 'text/plain; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
const XML = 'application/xml; charset=utf-8'

/** Files that crawlers and browsers look for. */
export async function discovery(app: FastifyInstance, options: Options) {
  const { dependencies, addressesPerSitemap: size = MAX_ADDRESSES } = options
  const { site, security_contact } = dependencies

  const cacheRoute = (
    path: string,
    type: string,
    tags: readonly string[],
    write: () => string | Promise<string>,
  ) =>
    app.get(path, (request, reply) => {
      const render = async () => ({ status: 200, type, body: await write() })
      return sendCached(options, request, reply, { key: path, tags, render })
    })

  cacheRoute('/robots.txt', TEXT, [], () => robots(site))
  cacheRoute('/manifest.webmanifest', 'application/manifest+json', [], () => manifest(site))
  cacheRoute('/openapi.json', JSON_TYPE, [], () => JSON.stringify(openApi(site)))
  cacheRoute('/sitemap.xml', XML, [LISTS], async () => {
    const count = await countAddresses(dependencies)
    if (count > size) return writeSitemapIndex(site, Math.ceil(count / size))
    return writeSitemap(site, await listAddresses(dependencies, { offset: 0, limit: size }))
  })
  app.get<{ Params: { part: string } }>(`/sitemap-:part${PART}.xml`, (request, reply) => {
    const part = Number(request.params.part)
    const render = async () => {
      const addresses = await listAddresses(dependencies, { offset: (part - 1) * size, limit: size })
      if (addresses.length === 0) throw notFound('Page')
      return { status: 200, type: XML, body: await writeSitemap(site, addresses) }
    }
    return sendCached(options, request, reply, { key: `/sitemap-${part}.xml`, tags: [LISTS], render })
  })
  app.get('/.well-known/security.txt', async (request, reply) => {
    if (!security_contact) throw notFound('Page')
    const month = dependencies.now().slice(0, 7)
    const render = async () => ({ status: 200, type: TEXT, body: securityTxt(site, security_contact, month) })
    // No ready answer, which would have the key of this month for ever.
    const page = await dependencies.pages.get(`/.well-known/security.txt ${month}`, [], render)
    return sendStored(request, reply, page)
  })
}

/** What crawlers should leave out (RFC 9309). Pictures are under `/api`, but are allowed. */
const robots = ({ url }: SiteSettings): string =>
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

const icon = (size: number, purpose: string) => ({
  src: `/icon-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** How the site looks as an app on a home screen (https://www.w3.org/TR/appmanifest/). */
const manifest = ({ name, tagline }: SiteSettings): string =>
  JSON.stringify({
    name,
    short_name: name,
    description: tagline,
    lang: LANGUAGE,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#fafaf7',
    theme_color: '#fafaf7',
    icons: [
      icon(192, 'any'),
      icon(512, 'any'),
      icon(512, 'maskable'),
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  })

/** RFC 9116 requires an expiry less than a year away. */
const MONTHS = 6

/** How to report a vulnerability. Expires on the first day of a month half a year away, so that it changes once a month. */
function securityTxt({ url }: SiteSettings, contact: string, month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const expires = new Date(Date.UTC(year, number - 1 + MONTHS, 1))
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${LANGUAGE}`,
    `Canonical: ${url}/.well-known/security.txt`,
    '',
  ].join('\n')
}
