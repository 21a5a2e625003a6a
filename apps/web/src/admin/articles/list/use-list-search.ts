import { ARTICLE_STATES, type ArticleState } from '@nightdesk/contracts'
import { useUrlParams } from '../../screen/use-url-params.ts'
import { DEFAULT_SORT, nextSort, parseSort, type SortColumn } from './sort.ts'

/** The filters of the articles table, stored in the URL. */
export function useListSearch() {
  const [search, change] = useUrlParams()
  const sort = parseSort(search.get('sort'))
  const state: ArticleState | undefined = ARTICLE_STATES.find((known) => known === search.get('state'))
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const q = search.get('q')?.trim() || undefined
  const tag = search.get('tag') || undefined
  const links = search.get('links') === 'dead' ? ('dead' as const) : undefined

  /** Every change other than the page returns to page 1. */
  const update: typeof change = (changes, options) => change({ page: null, ...changes }, options)

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
    showState: (next: string) => update({ state: next }),
    showTag: (slug: string) => update({ tag: slug }),
    toggleDeadLinks: () => update({ links: links ? null : 'dead' }),
    searchWithoutTag: without(search, 'tag', 'page'),
    showPage: (next: number) => update({ page: next === 1 ? null : String(next) }),
    /** Replaces the history entry, so that typing leaves only one. */
    search: (next: string) => update({ q: next.trim() }, { replace: true }),
    clear: () => update({ q: null, state: null, tag: null, links: null }),
  }
}

function without(search: URLSearchParams, ...keys: string[]): string {
  const rest = new URLSearchParams(search)
  for (const key of keys) rest.delete(key)
  return `?${rest}`
}
