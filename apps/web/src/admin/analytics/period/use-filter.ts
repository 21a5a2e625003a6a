import { FACETS, type Facet } from '@nightdesk/contracts'
import { useSearchParams } from 'react-router'

export interface Filter {
  facet: Facet
  value: string
}

/** The filter by one referrer, browser or device, stored in the URL. */
export function useFilter() {
  const [search] = useSearchParams()
  const facet = FACETS.find((known) => search.has(known))
  const filter: Filter | null = facet ? { facet, value: search.get(facet) ?? '' } : null

  /** The query string of this screen with another filter, or with none. */
  function searchWith(next: Filter | null): string {
    const changed = new URLSearchParams(search)
    for (const known of FACETS) changed.delete(known)
    if (next) changed.set(next.facet, next.value)
    return `?${changed}`
  }
  return { filter, searchWith }
}
