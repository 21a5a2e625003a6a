import { FRESH_SITE, type PublishedArticle } from '@nightdesk/contracts'
import { renderPage } from '../entry-server.tsx'
import type { PublicApi, SiteSettings } from '../server-api.ts'

/** Renders public pages of a fictional site, and reads their text. */

export const site: SiteSettings = {
  ...FRESH_SITE,
  name: 'The Night Desk',
  tagline: 'Quiet futures and strange weather.',
  url: 'https://nightdesk.example',
  timezone: 'Africa/Nairobi',
}

export function anArticle(changes: Partial<PublishedArticle> = {}): PublishedArticle {
  return {
    id: 7,
    title: 'The Lighthouse Keeper of Ceres',
    excerpt: 'One line in the log.',
    kind: 'story',
    path: null,
    shows_byline: false,
    state: 'published',
    author_id: 1,
    author_name: 'Imani Okoth',
    credits: [{ person_id: 1, name: 'Imani Okoth', role: 'author' }],
    poster_image_id: null,
    poster_alt: null,
    poster_url: null,
    word_count: 2618,
    tags: [],
    version_number: 3,
    version_id: 31,
    created_at: '2026-11-01T10:00:00.000Z',
    date_created: '2026-11-01T10:00:00.000Z',
    date_updated: '2026-11-01T10:00:00.000Z',
    date_published: '2026-11-05T10:00:00.000Z',
    images: {},
    corrections: [],
    content: [{ type: 'paragraph', children: [{ text: 'Every ninety hours the lamp turns toward Earth.' }] }],
    ...changes,
  }
}

export function articles(count: number): PublishedArticle[] {
  return Array.from({ length: count }, (_, index) =>
    anArticle({ id: index + 1, title: `Story ${index + 1}` }),
  )
}

/** An in-memory API. Each story was published after the one before it. */
export function apiOf(stories: PublishedArticle[]): PublicApi {
  return {
    published: {
      list: async ({ page = 1, limit = stories.length, tag, author }) =>
        stories
          .filter(({ tags }) => !tag || tags.some(({ slug }) => slug === tag))
          .filter(({ credits }) => !author || credits.some(({ person_id }) => person_id === author))
          .slice((page - 1) * limit, page * limit),
      get: async ({ id }) => {
        const found = stories.find((article) => article.id === id)
        if (!found) throw failure('NOT_FOUND', 'No such row')
        return found
      },
      page: async ({ path }) => {
        const found = stories.find((article) => article.path === path)
        if (!found) throw failure('NOT_FOUND', 'No such row')
        return found
      },
      person: async ({ id }) => {
        const credit = stories.flatMap(({ credits }) => credits).find(({ person_id }) => person_id === id)
        if (!credit) throw failure('NOT_FOUND', 'No such person')
        return {
          id: credit.person_id,
          name: credit.name,
          bio: '',
          picture: null,
          links: [],
          is_author: credit.role === 'author',
        }
      },
      neighbours: async ({ id }) => {
        const index = stories.findIndex((article) => article.id === id)
        return { previous: stories[index - 1] ?? null, next: stories[index + 1] ?? null, by_tag: [] }
      },
      corrections: async ({ page = 1, limit = 100 }) =>
        stories
          .flatMap(({ id, title, corrections }) =>
            corrections.map((one) => ({ ...one, article_id: id, article_title: title })),
          )
          .slice((page - 1) * limit, page * limit),
      tags: async () => [],
      search: async ({ q }) => ({ searched_for: q, suggestion: null, total: 0, hits: [] }),
    },
  }
}

export const failingApi = (error: Error): PublicApi => ({
  published: new Proxy(apiOf([]).published, { get: () => () => Promise.reject(error) }),
})

export function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}

export async function render(
  url: string,
  api: PublicApi = apiOf([anArticle()]),
  changes: Partial<SiteSettings> = {},
) {
  const page = await renderPage(url, { api, site: { ...site, ...changes }, now: '2026-11-21T12:00:00.000Z' })
  return { ...page, text: textOf(page.html) }
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

/** The visible text of a page, on one line. */
export function textOf(html: string): string {
  const body = html.slice(html.indexOf('<body'))
  const text = body.replace(/<!--.*?-->/g, '').replace(/<[^>]+>/g, ' ')
  return text.replace(/&[^;]+;/g, (entity) => ENTITIES[entity] ?? entity).replace(/\s+/g, ' ')
}
