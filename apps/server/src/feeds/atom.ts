import { generateAtomFeed } from 'feedsmith'
import { LANGUAGE } from '../pages/language.ts'
import type { Feed, FeedItem } from './read-feed.ts'

/** RFC 4287. */
export const atom = ({ site, id, updated, items }: Feed): string =>
  generateAtomFeed({
    xml: { lang: LANGUAGE },
    id,
    title: { value: site.name },
    subtitle: { value: site.tagline },
    updated,
    links: [
      { rel: 'self', type: 'application/atom+xml', href: `${site.url}/atom.xml` },
      { rel: 'alternate', type: 'text/html', href: `${site.url}/` },
    ],
    authors: [{ name: site.name }],
    generator: { text: 'Nightdesk' },
    entries: items.map(toEntry),
  })

const toEntry = ({ id, url, title, author, summary, html, published, updated }: FeedItem) => ({
  id,
  title: { value: title, type: 'text' as const },
  links: [{ rel: 'alternate', type: 'text/html', href: url }],
  published,
  updated,
  authors: [{ name: author }],
  summary: { value: summary, type: 'text' as const },
  ...(html && { content: { value: html, type: 'html' } }),
})
