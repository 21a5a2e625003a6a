import {
  articlePath,
  authorPath,
  type Block,
  type Credit,
  type CreditRole,
  type Input,
  lastChange,
  legalInXml,
  notFound,
  type readerApi,
  tagPath,
  tagUri,
} from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import type { SiteSettings, WebServer } from '@nightdesk/web/server-api'
import type { Dependencies } from '../context.ts'
import { listPublished, readPublishedPerson } from '../published/published.ts'

const NEWEST = 24
/** Bytes of the HTML of all items. Beyond, items have only excerpt and link: programs fetch a feed again and again. */
const MAX_HTML = 2 * 1024 * 1024

export type Feed = Awaited<ReturnType<typeof readFeed>>

/** The stories of a feed: all, those with a tag, or those of an author. */
export type FeedFilter = Pick<Input<typeof readerApi.list>, 'tag' | 'author'>

type Row = Awaited<ReturnType<typeof listPublished>>[number]

/**
 * The newest published articles, the last published first.
 * @throws NOT_FOUND when none has the tag or is by the author
 */
export async function readFeed(dependencies: Dependencies, { renderContent }: WebServer, filter: FeedFilter) {
  const { db, readSite, now } = dependencies
  const { name, tagline, ...others } = await readSite()
  const site = { ...others, name: legalInXml(name), tagline: legalInXml(tagline) }
  const newest = { ...filter, sort: '-date_published', page: 1, limit: NEWEST } as const
  const rows = await listPublished(dependencies, newest)
  const heading = await describeFeed(db, site, filter, rows[0])
  let html = 0
  const items = rows.map((row) => {
    const item = toItem(row, site, html > MAX_HTML ? undefined : renderContent)
    html += item.html?.length ?? 0
    return html > MAX_HTML ? { ...item, html: undefined } : item
  })
  const updated = items.map((item) => item.updated).reduce((a, b) => (a > b ? a : b), '')
  return { site, ...heading, updated: updated || now(), items }
}

/** With the absolute address of the page with the same stories, which is also the feed’s id. */
async function describeFeed(
  db: Db,
  site: SiteSettings,
  { tag, author }: FeedFilter,
  newest: Row | undefined,
) {
  const { name, tagline } = site
  if (tag === undefined && author === undefined)
    // RSS requires one.
    return { title: name, description: tagline || name, url: `${site.url}/` }
  if (!newest) throw notFound('Feed')
  if (author !== undefined) {
    const { id, name: subject, is_author } = await readPublishedPerson(db, author)
    return headingAbout(site, subject, is_author ? 'by' : 'with', authorPath(id))
  }
  const subject = newest.tags.find(({ slug }) => slug === tag)?.name ?? ''
  return headingAbout(site, subject, 'about', tagPath(tag ?? ''))
}

const headingAbout = (
  { name, url }: SiteSettings,
  subject: string,
  relation: 'by' | 'with' | 'about',
  path: string,
) => ({
  title: legalInXml(`${subject} · ${name}`),
  description: legalInXml(`Stories in ${name} ${relation} ${subject}`),
  url: `${url}${path}`,
})

export type FeedItem = ReturnType<typeof toItem>

function toItem(row: Row, site: SiteSettings, renderContent: WebServer['renderContent'] | undefined) {
  const { poster_url, poster_alt } = row
  const headline = feedHeadline(row, site)
  const absolute = (address: string) => new URL(address, headline.url).href
  const content = poster_url ? [picture(poster_url, poster_alt), ...row.content] : row.content
  return {
    ...headline,
    /** Never changes, not even when the site moves to https. */
    id: tagUri(site, row),
    authors: namesOf(row.credits, (role) => role === 'author'),
    /** Translators, artists, narrators and editors. */
    contributors: namesOf(row.credits, (role) => role !== 'author'),
    /** The whole story with absolute addresses; undefined when the feed would grow too large. */
    html: renderContent?.(content, {
      headingBase: 2,
      resolveLink: absolute,
      resolveImage: absolute,
      images: row.images,
    }),
    published: row.date_published ?? row.date_created,
    updated: lastChange(row),
  }
}

/** One person may have two roles. */
const namesOf = (credits: Credit[], isWanted: (role: CreditRole) => boolean) => [
  ...new Set(credits.filter(({ role }) => isWanted(role)).map(({ name }) => legalInXml(name))),
]

/** What a feed reader lists of an item. */
export function feedHeadline({ id, title, author_name, excerpt, poster_url }: Headlined, site: SiteSettings) {
  const url = `${site.url}${articlePath(id)}`
  return {
    url,
    title: legalInXml(title),
    author: legalInXml(author_name),
    summary: legalInXml(excerpt),
    image: poster_url ? new URL(poster_url, url).href : undefined,
  }
}

type Headlined = Pick<Row, 'id' | 'title' | 'author_name' | 'excerpt' | 'poster_url'>

/** Feed readers show only images within the text. */
const picture = (url: string, alt: string | null): Block => ({
  type: 'image',
  url,
  ...(alt && { alt }),
  children: [{ text: '' }],
})
