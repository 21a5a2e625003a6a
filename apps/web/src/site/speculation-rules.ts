import { FILES, screens } from './reader/screens.ts'

/** Never prefetched: the admin, API calls and pictures, preview links with a token, feeds and e-books. */
const NO_PAGES = ['/admin', '/admin/*', '/api/*', '/preview/*', FILES]

/** Pages that `reader/navigate.ts` fetches itself, in browsers that support it: never fetched twice. */
const SWAPPED = {
  and: [{ selector_matches: 'html[data-swaps] a' }, { href_matches: screens.flatMap(({ paths }) => paths) }],
}

/**
 * The pages that a browser may prefetch, when the pointer rests on a link for a moment. They are fetched but not run,
 * so that a prefetch does not count as a view.
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
