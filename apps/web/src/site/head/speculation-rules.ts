import { FILES, screens } from '../reader/navigation/screens.ts'

/** Neither pages for readers nor pages at all: the desk, calls and pictures, links with a token, feeds and e-books. */
const NO_PAGES = ['/admin', '/admin/*', '/api/*', '/preview/*', FILES]

/** What `reader/navigate.ts` fetches and shows in place, where it does: the browser would fetch everything twice. */
const SWAPPED = {
  and: [{ selector_matches: 'html[data-swaps] a' }, { href_matches: screens.map(({ path }) => path) }],
}

/**
 * Which pages a browser may fetch before a link is followed: those that somebody points at for a moment. They are
 * fetched, not run, so that nothing is counted as read.
 */
export const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [{ href_matches: '/*' }, { not: { href_matches: NO_PAGES } }, { not: SWAPPED }],
      },
      eagerness: 'moderate',
    },
  ],
})
