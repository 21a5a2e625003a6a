import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { articlePath, authorPath, imagePath, lastChange, tagPath } from '@nightdesk/contracts'
import type { SiteSettings } from '@nightdesk/web/server-api'
import { SitemapIndexStream, SitemapStream } from 'sitemap'
import { countTags } from '../articles/tags.ts'
import type { Dependencies } from '../context.ts'

/** The protocol allows 50,000 per file; fewer keep the file small enough for the page store. */
export const MAX_ADDRESSES = 20_000

export interface Address {
  path: string
  /** ISO 8601; undefined when unknown. */
  lastmod?: string
  /** Path of a picture on the page. */
  image?: string
}

/** Every public page. Articles first, so that a new one changes as few parts as possible. */
export async function listAddresses({ db }: Pick<Dependencies, 'db'>): Promise<Address[]> {
  const [rows, tags] = await Promise.all([selectPublished(db), countTags(db, ['published'])])
  const articles = rows.map((row) => ({
    path: articlePath(row.id),
    lastmod: lastChange({ ...row, corrections: row.corrected_at ? [{ created_at: row.corrected_at }] : [] }),
    ...(row.filename && { image: imagePath(row.filename) }),
  }))
  const newest = articles.map(({ lastmod }) => lastmod).reduce((a, b) => (a > b ? a : b), '')
  return [
    { path: '/', ...(newest && { lastmod: newest }) },
    { path: '/corrections' },
    { path: '/your-data' },
    { path: '/privacy' },
    { path: '/terms' },
    ...articles,
    ...[...new Set(rows.map(({ author_id }) => author_id))].map((id) => ({ path: authorPath(id) })),
    ...tags.map(({ slug }) => ({ path: tagPath(slug) })),
  ]
}

const selectPublished = (db: Dependencies['db']) =>
  db
    .selectFrom('articles')
    .innerJoin('article_versions as version', 'version.id', 'articles.published_version_id')
    .leftJoin('images as poster', 'poster.id', 'version.poster_image_id')
    .where('articles.state', '=', 'published')
    .select(({ selectFrom }) => [
      'articles.id',
      'articles.author_id',
      'articles.date_updated',
      'articles.date_published',
      'poster.filename',
      selectFrom('corrections')
        .whereRef('corrections.article_id', '=', 'articles.id')
        .select(({ fn }) => fn.max('corrections.created_at').as('corrected_at'))
        .as('corrected_at'),
    ])
    .orderBy('articles.id')
    .execute()

/** https://www.sitemaps.org/protocol.html, with Google’s extension for pictures. */
export async function writeSitemap({ url }: SiteSettings, addresses: readonly Address[]): Promise<string> {
  const items = addresses.map(({ path, lastmod, image }) => ({
    url: `${url}${path}`,
    ...(lastmod && { lastmod }),
    ...(image && { img: [{ url: `${url}${image}` }] }),
  }))
  const xmlns = { news: false, video: false, xhtml: false, image: true }
  return collect(Readable.from(items).pipe(new SitemapStream({ hostname: url, xmlns })))
}

export const writeSitemapIndex = ({ url }: SiteSettings, parts: number): Promise<string> => {
  const items = Array.from({ length: parts }, (_, index) => ({ url: `${url}/sitemap-${index + 1}.xml` }))
  return collect(Readable.from(items).pipe(new SitemapIndexStream()))
}

const collect = async (stream: Readable) => (await buffer(stream)).toString()
