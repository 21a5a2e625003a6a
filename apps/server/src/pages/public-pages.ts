import { articleTag, LISTS } from '@nightdesk/db'

/** A page that readers see. Its route in `apps/web/src/routes.tsx` renders it. */
export interface PublicPage {
  /** Without a slash at its end. */
  path: string
  /** What a name in the path may stand for; for anything else there is no page. */
  params?: Record<string, RegExp>
  /** The query keys that make another page, and what they may say; everything else is left out of the address. */
  query?: Record<string, RegExp>
  /** Names of what the page shows: it is cached until one of them changes. */
  shows(params: Record<string, string>): string[]
  /** False for pages without number, such as searches: cached, they would push out all others. */
  isCached?: false
}

const ID = /^[1-9]\d{0,9}$/
const SLUG = /^.{1,1000}$/s
/** The first page of a list has the address without a number. */
const LATER_PAGE = /^(?!1$)[1-9]\d{0,4}$/

/** All of them: adding a page is adding a row here and a route there. */
export const publicPages: PublicPage[] = [
  { path: '/', query: { page: LATER_PAGE }, shows: () => [LISTS] },
  { path: '/post/:id', params: { id: ID }, shows: ({ id }) => [articleTag(Number(id)), LISTS] },
  { path: '/tag/:slug', params: { slug: SLUG }, query: { page: LATER_PAGE }, shows: () => [LISTS] },
  { path: '/author/:id', params: { id: ID }, query: { page: LATER_PAGE }, shows: () => [LISTS] },
  { path: '/search', query: { q: /./s, page: LATER_PAGE }, shows: () => [], isCached: false },
  { path: '/privacy', shows: () => [] },
  { path: '/terms', shows: () => [] },
]

/** The one address of the page that a request is for, whatever else its query says; null when there is none. */
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
