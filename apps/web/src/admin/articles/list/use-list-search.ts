import { ARTICLE_STATES, type ArticleState } from '@nightdesk/contracts'
import { useSearchParams } from 'react-router'
import { DEFAULT_SORT, nextSort, parseSort, type SortColumn } from './sort.ts'

/** The filters of the articles table, stored in the URL. */
export function useListSearch() {
  const [search, setSearch] = useSearchParams()
  const sort = parseSort(search.get('sort'))
  const state: ArticleState | undefined = ARTICLE_STATES.find((known) => known === search.get('state'))
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const q = search.get('q')?.trim() || undefined
  const tag = search.get('tag') || undefined
  const links = search.get('links') === 'dead' ? ('dead' as const) : undefined

  /** Null removes a key. Every change other than the page returns to page 1. */
  function update(changes: Record<string, string | null>, options?: { replace: boolean }) {
    setSearch((current) => {
      const next = new URLSearchParams(current)
      for (const [key, value] of Object.entries({ page: null, ...changes })) {
        if (value === null) next.delete(key)
        else next.set(key, value)
      }
      return next
    }, options)
  }

  return {
    sort,
    state,
    page,
    q,
    tag,
    links,
    sortBy(column: SortColumn) {
      const next = nextSort(sort, column)
      update({ sort: next === DEFAULT_SORT ? null : next })
    },
    showState: (next: string) => update({ state: next || null }),
    showTag: (slug: string) => update({ tag: slug || null }),
    toggleDeadLinks: () => update({ links: links ? null : 'dead' }),
    searchWithoutTag: without(search, 'tag', 'page'),
    showPage: (next: number) => update({ page: next === 1 ? null : String(next) }),
    /** Replaces the history entry, so that typing leaves only one. */
    search: (next: string) => update({ q: next.trim() || null }, { replace: true }),
    clear: () => update({ q: null, state: null, tag: null, links: null }),
  }
}

function without(search: URLSearchParams, ...keys: string[]): string {
  const rest = new URLSearchParams(search)
  for (const key of keys) rest.delete(key)
  return `?${rest}`
}
