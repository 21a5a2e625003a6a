import { FACETS, type Facet } from '@nightdesk/contracts'
import { useSearchParams } from 'react-router'

export interface Filter {
  facet: Facet
  value: string
}

/** The one referrer, browser or device that is looked at, in the URL. */
export function useFilter() {
  const [search] = useSearchParams()
  const facet = FACETS.find((known) => search.has(known))
  const filter: Filter | null = facet ? { facet, value: search.get(facet) ?? '' } : null

  /** The same screen with another filter, or with none. */
  function searchWith(next: Filter | null): string {
    const changed = new URLSearchParams(search)
    for (const known of FACETS) changed.delete(known)
    if (next) changed.set(next.facet, next.value)
    return `?${changed}`
  }
  return { filter, searchWith }
}
