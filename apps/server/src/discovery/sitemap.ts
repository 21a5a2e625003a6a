import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { withCorrections } from '@nightdesk/articles'
import { articlePath, authorPath, imagePath, lastChange, tagPath } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import type { SiteSettings } from '@nightdesk/web/server-api'
import { sql } from 'kysely'
import { SitemapIndexStream, SitemapStream } from 'sitemap'
import { countTags } from '../articles/read.ts'
import type { Dependencies } from '../context.ts'

/** The protocol allows 50,000 per file. Writing one address takes about 0.05 ms, in which the process does nothing else. */
export const MAX_ADDRESSES = 500

export interface Address {
  path: string
  /** ISO 8601; undefined when unknown. */
  lastmod?: string
  /** Path of a picture on the page. */
  image?: string
}

type Reader = Pick<Dependencies, 'db' | 'is_static'>

/** A part of a list. */
interface Slice {
  offset: number
  limit: number
}

const textsOf = ({ is_static }: Reader): Address[] =>
  ['/corrections', ...(is_static ? [] : ['/your-data']), '/privacy', '/terms'].map((path) => ({ path }))

/** How many pages {@link listAddresses} has. */
export async function countAddresses(reader: Reader): Promise<number> {
  const { db } = reader
  const [articles, lists] = await Promise.all([countPublished(db), listLists(db)])
  return 1 + textsOf(reader).length + articles + lists.length
}

/** Some of all public pages. Articles are before their lists, so that a new one changes as few parts as possible. */
export async function listAddresses(reader: Reader, { offset, limit }: Slice): Promise<Address[]> {
  const { db } = reader
  const texts = textsOf(reader)
  const before = 1 + texts.length
  const first = offset < before ? [await describeHome(db), ...texts].slice(offset, offset + limit) : []
  const after = Math.max(offset - before, 0)
  const articles = await listArticles(db, { offset: after, limit: limit - first.length })
  const left = limit - first.length - articles.length
  if (left === 0) return [...first, ...articles]
  const start = Math.max(after - (await countPublished(db)), 0)
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

/** The pages of people and of tags. */
async function listLists(db: Db): Promise<Address[]> {
  const [authors, tags] = await Promise.all([listCredited(db), countTags(db, ['published'])])
  return [
    ...authors.map((id) => ({ path: authorPath(id) })),
    ...tags.map(({ slug }) => ({ path: tagPath(slug) })),
  ]
}

/** The people whom published articles name. */
async function listCredited(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select person_id as id from credits join articles on published_version_id = version_id where state = 'published'
    union
    select people.id from articles join people on user_id = author_id
    where state = 'published' and not exists (select from credits where version_id = published_version_id)
    order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

async function countPublished(db: Db): Promise<number> {
  const { count } = await selectPublished(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const selectPublished = (db: Db) => db.selectFrom('articles').where('articles.state', '=', 'published')

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
