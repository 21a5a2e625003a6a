/** A page that `navigate.ts` fetches and swaps in place, with its messages. */
export interface Screen {
  /** A URL pattern. `speculation-rules.ts` excludes it from the browser's own prefetching. */
  path: string
  loading: string
  failure: Failure
}

export interface Failure {
  /** Shown instead of the page. */
  title: string
  /** Shown in a notification as well. */
  advice?: string
}

export const screens: Screen[] = [
  { path: '/', loading: 'Loading articles...', failure: { title: 'Error fetching posts' } },
  { path: '/tag/:slug', loading: 'Loading articles...', failure: { title: 'Error fetching posts' } },
  { path: '/author/:id', loading: 'Loading articles...', failure: { title: 'Error fetching posts' } },
  {
    path: '/search',
    loading: 'Searching...',
    failure: { title: 'The search failed', advice: 'Please try again later' },
  },
  {
    path: '/post/:id',
    loading: 'Loading article...',
    failure: { title: 'Failed to load article', advice: 'Please try again later' },
  },
]

/** Feeds, pictures and e-books, which are never pages. */
export const FILES = '/*.*'

/** The screen at a path of this site, or undefined if it is not swapped in place. */
export function screenOf(pathname: string): Screen | undefined {
  if (matches(FILES, pathname)) return undefined
  return screens.find(({ path }) => matches(path, pathname))
}

// Every browser with the Navigation API has URLPattern.
const matches = (pattern: string, pathname: string) =>
  new URLPattern({ pathname: pattern }).test({ pathname })
