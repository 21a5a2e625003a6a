import { articleTag, LISTS } from '@nightdesk/db'

/** A page that readers see. Its route in `apps/web/src/routes.tsx` renders it. */
export interface PublicPage {
  /** Without a slash at its end. */
  path: string
  /** The valid values of path parameters; others are 404. */
  params?: Record<string, RegExp>
  /** The query keys that select a page, and their valid values. Other keys and values are ignored. */
  query?: Record<string, RegExp>
  /** Names of what the page shows: it is cached until one of them changes. */
  shows(params: Record<string, string>): string[]
  /** False for pages of unlimited number, such as searches, which would push all others out of the store. */
  isCached?: false
}

const ID = /^[1-9]\d{0,9}$/
const SLUG = /^(?!\.{1,2}$).{1,1000}$/s
/** The first page of a list has an address without a number. */
const LATER_PAGE = /^(?!1$)[1-9]\d{0,4}$/

/** All of them. To add a page, add a row here and a route there. */
export const publicPages: PublicPage[] = [
  { path: '/', query: { page: LATER_PAGE }, shows: () => [LISTS] },
  { path: '/post/:id', params: { id: ID }, shows: ({ id }) => [articleTag(Number(id)), LISTS] },
  { path: '/tag/:slug', params: { slug: SLUG }, query: { page: LATER_PAGE }, shows: () => [LISTS] },
  { path: '/author/:id', params: { id: ID }, query: { page: LATER_PAGE }, shows: () => [LISTS] },
  { path: '/search', query: { q: /./s, page: LATER_PAGE }, shows: () => [], isCached: false },
  { path: '/corrections', query: { page: LATER_PAGE }, shows: () => [LISTS] },
  { path: '/your-data', shows: () => [] },
  // The original text, until another one is published there.
  { path: '/privacy', shows: () => [LISTS] },
  { path: '/terms', shows: () => [LISTS] },
]

/** The canonical address of the page for a request, without unknown query keys; null when there is no page. */
export function addressOf(page: PublicPage, params: Record<string, string>, query: unknown): string | null {
  const isPage = Object.entries(page.params ?? {}).every(([name, pattern]) =>
    pattern.test(params[name] ?? ''),
  )
  if (!isPage) return null
  const path = page.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const asked = query as Record<string, unknown> // Fastify's parser makes an object
  const known = new URLSearchParams()
  for (const [key, pattern] of Object.entries(page.query ?? {})) {
    const value = asked[key]
    if (typeof value === 'string' && pattern.test(value)) known.set(key, value)
  }
  return known.size > 0 ? `${path}?${known}` : path
}
