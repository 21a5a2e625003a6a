/** A page that `navigate.ts` fetches and shows in place, and what it says meanwhile and when that fails. */
export interface Screen {
  /** A URL pattern: `speculation-rules.ts` tells browsers to leave these to us. */
  path: string
  loading: string
  failure: Failure
}

export interface Failure {
  /** The text in place of the page. */
  title: string
  /** What a notification adds. */
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

/** Feeds, pictures and e-books: no pages, whatever stands before the dot. */
export const FILES = '/*.*'

/** The screen at a path of this site, if it is shown in place. */
export function screenOf(pathname: string): Screen | undefined {
  if (matches(FILES, pathname)) return undefined
  return screens.find(({ path }) => matches(path, pathname))
}

// Every browser that swaps pages knows URL patterns.
const matches = (pattern: string, pathname: string) =>
  new URLPattern({ pathname: pattern }).test({ pathname })
