/** A page that `navigate.ts` fetches and shows in place, and what it says meanwhile and when that fails. */
export interface Screen {
  path: RegExp
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
  { path: /^\/$/, loading: 'Loading articles...', failure: { title: 'Error fetching posts' } },
  {
    path: /^\/post\//,
    loading: 'Loading article...',
    failure: { title: 'Failed to load article', advice: 'Please try again later' },
  },
]
