import { LANGUAGE } from '@nightdesk/contracts'
import { generateJsonFeed } from 'feedsmith'
import { feedAddress } from './feed-address.ts'
import type { Feed, FeedItem } from './read-feed.ts'

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export const jsonFeed = ({ site, title, description, url, items }: Feed): string =>
  JSON.stringify(
    generateJsonFeed({
      title,
      description,
      home_page_url: url,
      feed_url: feedAddress(url, 'feed.json'),
      icon: `${site.url}/icon-512.png`,
      favicon: `${site.url}/icon-192.png`,
      language: LANGUAGE,
      items: items.map(toItem),
    }),
  )

/** The format requires `content_html` or `content_text`. */
const toItem = ({ id, url, title, authors, summary, html, image, published, updated }: FeedItem) => ({
  id,
  url,
  title,
  summary,
  ...(html ? { content_html: html } : { content_text: summary }),
  ...(image && { image }),
  date_published: published,
  date_modified: updated,
  authors: authors.map((name) => ({ name })),
})
