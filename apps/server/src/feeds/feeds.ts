import { authorPath, iconPath, notFound, tagPath, tagSlugInput } from '@nightdesk/contracts'
import { LISTS } from '@nightdesk/db'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FOR_ANYONE } from '../page-store/page-store.ts'
import { sendCached } from '../pages/public-site.ts'
import type { Parts } from '../parts.ts'
import { type Feed, type FeedFilter, type FeedItem, readFeed } from './read-feed.ts'

/** Its 130 modules are loaded for the first feed, not at the start. */
type Feedsmith = typeof import('feedsmith')

const FORMATS = [
  { file: 'rss.xml', type: 'application/rss+xml', write: rss },
  { file: 'atom.xml', type: 'application/atom+xml', write: atom },
  { file: 'feed.json', type: 'application/feed+json', write: jsonFeed },
]

/** The newest stories as feeds, in three formats: of the site, of each tag and of each author. */
export async function feeds(app: FastifyInstance, parts: Parts) {
  for (const format of FORMATS) {
    const { file } = format
    app.get(`/${file}`, (request, reply) => send(parts, format, request, reply, '', {}))
    app.get<{ Params: { slug: string } }>(`/tag/:slug/${file}`, (request, reply) => {
      const tag = readSlug(request.params.slug)
      return send(parts, format, request, reply, tagPath(tag), { tag })
    })
    app.get<{ Params: { id: string } }>(`/author/:id([1-9]\\d{0,9})/${file}`, (request, reply) => {
      const author = Number(request.params.id)
      return send(parts, format, request, reply, authorPath(author), { author })
    })
  }
}

/** @throws NOT_FOUND for a text that can be no slug */
function readSlug(slug: string): string {
  const { success, data } = tagSlugInput.safeParse(slug)
  if (!success) throw notFound('Feed')
  return data
}

function send(
  parts: Parts,
  { file, type, write }: (typeof FORMATS)[number],
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  filter: FeedFilter,
) {
  const { dependencies, web } = parts
  const render = async () => ({
    status: 200,
    type: `${type}; charset=utf-8`,
    body: write(await import('feedsmith'), await readFeed(dependencies, await web.server(), filter)),
  })
  reply.headers(FOR_ANYONE)
  return sendCached(parts, request, reply, { key: `${page}/${file}`, tags: [LISTS], render })
}

/** RFC 4287. */
function atom(feedsmith: Feedsmith, { site, title, description, url, updated, items }: Feed): string {
  return feedsmith.generateAtomFeed({
    xml: { lang: site.language },
    id: url,
    title: { value: title },
    subtitle: { value: description },
    updated,
    links: [
      { rel: 'self', type: 'application/atom+xml', href: feedAddress(url, 'atom.xml') },
      { rel: 'alternate', type: 'text/html', href: url },
    ],
    authors: [{ name: site.name }],
    generator: { text: 'Nightdesk' },
    entries: items.map(toEntry),
  })
}

const toEntry = ({ id, url, title, authors, contributors, summary, html, published, updated }: FeedItem) => ({
  id,
  title: { value: title, type: 'text' as const },
  links: [{ rel: 'alternate', type: 'text/html', href: url }],
  published,
  updated,
  authors: authors.map(named),
  contributors: contributors.map(named),
  summary: { value: summary, type: 'text' as const },
  ...(html && { content: { value: html, type: 'html' } }),
})

const named = (name: string) => ({ name })

/** RSS 2.0 (https://www.rssboard.org/rss-specification). */
function rss(feedsmith: Feedsmith, { site, title, description, url, updated, items }: Feed): string {
  return feedsmith.generateRssFeed({
    title,
    link: url,
    description,
    language: site.language,
    lastBuildDate: updated,
    generator: 'Nightdesk',
    docs: 'https://www.rssboard.org/rss-specification',
    atom: { links: [{ rel: 'self', type: 'application/rss+xml', href: feedAddress(url, 'rss.xml') }] },
    items: items.map(toRssItem),
  })
}

const toRssItem = ({ contributors, html, ...item }: FeedItem) => ({
  guid: { value: item.id, isPermaLink: false },
  title: item.title,
  link: item.url,
  description: item.summary,
  pubDate: item.published,
  // RSS has no element for a name: its `author` is an e-mail address.
  atom: { updated: item.updated },
  dc: { creators: item.authors, ...(contributors.length > 0 && { contributors }) },
  ...(html && { content: { encoded: html } }),
})

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
function jsonFeed(feedsmith: Feedsmith, { site, title, description, url, items }: Feed): string {
  const feed = feedsmith.generateJsonFeed({
    title,
    description,
    home_page_url: url,
    feed_url: feedAddress(url, 'feed.json'),
    icon: `${site.url}${iconPath(site, 512)}`,
    favicon: `${site.url}${iconPath(site, 192)}`,
    language: site.language,
    items: items.map(toJsonItem),
  })
  return JSON.stringify(feed)
}

/** The format requires `content_html` or `content_text`. */
const toJsonItem = ({ id, url, title, authors, summary, html, image, published, updated }: FeedItem) => ({
  id,
  url,
  title,
  summary,
  ...(html ? { content_html: html } : { content_text: summary }),
  ...(image && { image }),
  date_published: published,
  date_modified: updated,
  authors: authors.map(named),
})

/** The address of a feed: a file below the page with the same stories. */
const feedAddress = (pageUrl: string, file: string) => `${pageUrl.replace(/\/$/, '')}/${file}`
