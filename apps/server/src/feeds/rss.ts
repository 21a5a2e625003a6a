import { LANGUAGE } from '@nightdesk/contracts'
import { generateRssFeed } from 'feedsmith'
import { feedAddress } from './feed-address.ts'
import type { Feed, FeedItem } from './read-feed.ts'

/** RSS 2.0 (https://www.rssboard.org/rss-specification). */
export const rss = ({ title, description, url, updated, items }: Feed): string =>
  generateRssFeed({
    title,
    link: url,
    description,
    language: LANGUAGE,
    lastBuildDate: updated,
    generator: 'Nightdesk',
    docs: 'https://www.rssboard.org/rss-specification',
    atom: { links: [{ rel: 'self', type: 'application/rss+xml', href: feedAddress(url, 'rss.xml') }] },
    items: items.map(toItem),
  })

const toItem = ({ id, url, title, authors, contributors, summary, html, published, updated }: FeedItem) => ({
  guid: { value: id, isPermaLink: false },
  title,
  link: url,
  description: summary,
  pubDate: published,
  // RSS has no element for a name: its `author` is an e-mail address.
  atom: { updated },
  dc: { creators: authors, ...(contributors.length > 0 && { contributors }) },
  ...(html && { content: { encoded: html } }),
})
