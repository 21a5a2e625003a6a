/** Pages that `navigate.ts` fetches and swaps in place, with their messages. */
export interface Screen {
  /** URL patterns. `speculation-rules.ts` excludes them from the browser's own prefetching. */
  paths: string[]
  loading: string
  /** Shown instead of the page that could not be loaded. */
  failure: string
  /** Shown in a notification as well. */
  advice?: string
}

export const screens: Screen[] = [
  {
    paths: ['/', '/tag/:slug', '/author/:id'],
    loading: 'Loading articles...',
    failure: 'Error fetching posts',
  },
  {
    paths: ['/search'],
    loading: 'Searching...',
    failure: 'The search failed',
    advice: 'Please try again later',
  },
  {
    paths: ['/post/:id'],
    loading: 'Loading article...',
    failure: 'Failed to load article',
    advice: 'Please try again later',
  },
]

/** All other pages. They are only swapped in place by Back and Forward, within the document that was loaded for one of them. */
export const otherScreen: Screen = {
  paths: [],
  loading: 'Loading page...',
  failure: 'Failed to load page',
  advice: 'Please try again later',
}

/** Feeds, pictures and e-books, which are never pages. */
export const FILES = '/*.*'

/** The screen at a path of this site, or undefined if it is not swapped in place. */
export function screenOf(pathname: string): Screen | undefined {
  if (matches(FILES, pathname)) return undefined
  return screens.find(({ paths }) => paths.some((path) => matches(path, pathname)))
}

// Every browser with the Navigation API has URLPattern.
const matches = (pattern: string, pathname: string) =>
  new URLPattern({ pathname: pattern }).test({ pathname })
