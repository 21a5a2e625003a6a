import { LANGUAGE } from '@nightdesk/contracts'
import { generateAtomFeed } from 'feedsmith'
import { feedAddress } from './feed-address.ts'
import type { Feed, FeedItem } from './read-feed.ts'

/** RFC 4287. */
export const atom = ({ site, title, description, url, updated, items }: Feed): string =>
  generateAtomFeed({
    xml: { lang: LANGUAGE },
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

const toEntry = ({ id, url, title, authors, contributors, summary, html, published, updated }: FeedItem) => ({
  id,
  title: { value: title, type: 'text' as const },
  links: [{ rel: 'alternate', type: 'text/html', href: url }],
  published,
  updated,
  authors: authors.map((name) => ({ name })),
  contributors: contributors.map((name) => ({ name })),
  summary: { value: summary, type: 'text' as const },
  ...(html && { content: { value: html, type: 'html' } }),
})
