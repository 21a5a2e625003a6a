import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { withCorrections } from '@nightdesk/articles'
import {
  articlePath,
  authorPath,
  iconPath,
  imagePath,
  LANGUAGE,
  lastChange,
  notFound,
  ORIGINAL_PATHS,
  publicPath,
  tagPath,
} from '@nightdesk/contracts'
import { countRows, type Db, LISTS } from '@nightdesk/db'
import type { SiteSettings } from '@nightdesk/web/server-api'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { SitemapIndexStream, SitemapStream } from 'sitemap'
import { countTags } from '../articles/read.ts'
import type { Dependencies } from '../context.ts'
import { openApi } from '../openapi.ts'
import { sendStored } from '../page-store/stored-page.ts'
import { sendCached } from '../pages/public-site.ts'
import type { Parts } from '../parts.ts'

interface Options extends Pick<Parts, 'dependencies' | 'ready' | 'web'> {
  addressesPerSitemap?: number
}

const PART = '([1-9]\\d{0,3})'
const TEXT = 'text/plain; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
const XML = 'application/xml; charset=utf-8'

/** Files that crawlers and browsers look for. */
export async function discovery(app: FastifyInstance, options: Options) {
  const { dependencies, addressesPerSitemap: size = MAX_ADDRESSES } = options
  const { site, readSite, security_contact } = dependencies

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
  cacheRoute('/manifest.webmanifest', 'application/manifest+json', [], async () => manifest(await readSite()))
  cacheRoute('/openapi.json', JSON_TYPE, [], async () => JSON.stringify(openApi(await readSite())))
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

interface Origin {
  url: string
}

/** What crawlers should leave out (RFC 9309): all addresses that begin so. Pictures are under `/api`, but are allowed. */
const robots = ({ url }: Origin): string =>
  [
    'User-agent: *',
    'Allow: /api/uploads/',
    'Disallow: /admin/',
    'Disallow: /api/',
    'Disallow: /trpc/',
    'Disallow: /search?',
    '',
    `Sitemap: ${url}/sitemap.xml`,
    '',
  ].join('\n')

const icon = (site: SiteSettings, size: number, purpose: string) => ({
  src: iconPath(site, size),
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** How the site looks as an app on a home screen (https://www.w3.org/TR/appmanifest/). */
const manifest = (site: SiteSettings): string =>
  JSON.stringify({
    name: site.name,
    short_name: site.name,
    description: site.tagline,
    lang: site.language,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#fafaf7',
    theme_color: '#fafaf7',
    icons: [
      icon(site, 192, 'any'),
      icon(site, 512, 'any'),
      ...(site.icon
        ? []
        : [icon(site, 512, 'maskable'), { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }]),
    ],
  })

/** RFC 9116 requires an expiry less than a year away. */
const MONTHS = 6

/** How to report a vulnerability. Expires on the first day of a month half a year away, so that it changes once a month. */
function securityTxt({ url }: Origin, contact: string, month: string): string {
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

/** The protocol allows 50,000 per file. Writing one address takes about 0.05 ms, in which the process does nothing else. */
const MAX_ADDRESSES = 500

interface Address {
  path: string
  /** ISO 8601; undefined when unknown. */
  lastmod?: string
  /** Path of a picture on the page. */
  image?: string
}

type Reader = Pick<Dependencies, 'db' | 'is_static'>

interface Slice {
  offset: number
  limit: number
}

/** Our own texts, and the pages that somebody published, also in place of ours. */
async function listTexts({ db, is_static }: Reader): Promise<Address[]> {
  const pages = await db
    .selectFrom('articles')
    .where('path', 'is not', null)
    .where('state', '=', 'published')
    .select(['id', 'path', 'date_updated', 'date_published'])
    .orderBy('path')
    .execute()
  const published = (await withCorrections(db, pages)).map((page) => ({
    path: publicPath(page),
    lastmod: lastChange(page),
  }))
  const own = ['/corrections', ...(is_static ? [] : ['/your-data']), ...ORIGINAL_PATHS]
  const others = own.filter((path) => published.every((page) => page.path !== path))
  return [...others.map((path) => ({ path })), ...published]
}

async function countAddresses(reader: Reader): Promise<number> {
  const { db } = reader
  const [texts, articles, lists] = await Promise.all([
    listTexts(reader),
    countRows(selectPublished(db)),
    listLists(db),
  ])
  return 1 + texts.length + articles + lists.length
}

/** Some of all public pages. Articles are before their lists, so that a new one changes as few parts as possible. */
async function listAddresses(reader: Reader, { offset, limit }: Slice): Promise<Address[]> {
  const { db } = reader
  const texts = await listTexts(reader)
  const before = 1 + texts.length
  const first = offset < before ? [await describeHome(db), ...texts].slice(offset, offset + limit) : []
  const after = Math.max(offset - before, 0)
  const articles = await listArticles(db, { offset: after, limit: limit - first.length })
  const left = limit - first.length - articles.length
  if (left === 0) return [...first, ...articles]
  const start = Math.max(after - (await countRows(selectPublished(db))), 0)
  const lists = await listLists(db)
  return [...first, ...articles, ...lists.slice(start, start + left)]
}

async function describeHome(db: Db): Promise<Address> {
  const { lastmod } = await selectPublished(db)
    .leftJoin('corrections', 'corrections.article_id', 'articles.id')
    .select(({ fn }) =>
      fn<string | null>('greatest', [
        fn.max('articles.date_updated'),
        fn.max('articles.date_published'),
        fn.max('corrections.created_at'),
      ]).as('lastmod'),
    )
    .executeTakeFirstOrThrow()
  return { path: '/', ...(lastmod && { lastmod }) }
}

async function listArticles(db: Db, { offset, limit }: Slice): Promise<Address[]> {
  const shown = selectPublished(db).select('articles.id').orderBy('articles.id').offset(offset).limit(limit)
  const rows = await db
    .selectFrom('articles')
    .innerJoin('article_versions as version', 'version.id', 'articles.published_version_id')
    .leftJoin('images as poster', 'poster.id', 'version.poster_image_id')
    .where('articles.id', 'in', shown)
    .select(['articles.id', 'articles.date_updated', 'articles.date_published', 'poster.filename'])
    .orderBy('articles.id')
    .execute()
  return (await withCorrections(db, rows)).map((row) => ({
    path: articlePath(row.id),
    lastmod: lastChange(row),
    ...(row.filename && { image: imagePath(row.filename) }),
  }))
}

async function listLists(db: Db): Promise<Address[]> {
  const [authors, tags] = await Promise.all([listCredited(db), countTags(db, ['published'])])
  return [
    ...authors.map((id) => ({ path: authorPath(id) })),
    ...tags.map(({ slug }) => ({ path: tagPath(slug) })),
  ]
}

async function listCredited(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select person_id as id from credits join stories on published_version_id = version_id where state = 'published'
    union
    select people.id from stories join people on user_id = author_id
    where state = 'published' and not exists (select from credits where version_id = published_version_id)
    order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

const selectPublished = (db: Db) =>
  db.selectFrom('stories as articles').where('articles.state', '=', 'published')

/** https://www.sitemaps.org/protocol.html, with Google’s extension for pictures. */
async function writeSitemap({ url }: Origin, addresses: readonly Address[]): Promise<string> {
  const items = addresses.map(({ path, lastmod, image }) => ({
    url: `${url}${path}`,
    ...(lastmod && { lastmod }),
    ...(image && { img: [{ url: `${url}${image}` }] }),
  }))
  const xmlns = { news: false, video: false, xhtml: false, image: true }
  return text(Readable.from(items).pipe(new SitemapStream({ hostname: url, xmlns })))
}

const writeSitemapIndex = ({ url }: Origin, parts: number): Promise<string> => {
  const items = Array.from({ length: parts }, (_, index) => ({ url: `${url}/sitemap-${index + 1}.xml` }))
  return text(Readable.from(items).pipe(new SitemapIndexStream()))
}
