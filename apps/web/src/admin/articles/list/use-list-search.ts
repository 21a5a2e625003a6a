import { ARTICLE_STATES, type ArticleState } from '@nightdesk/contracts'
import { usePagedSearch } from '../../screen/url/use-paged-search.ts'
import { DEFAULT_SORT, nextSort, parseSort, type SortColumn } from './sort.ts'

/** The filters of the articles table, stored in the URL. */
export function useListSearch() {
  const { params, update, ...list } = usePagedSearch()
  const sort = parseSort(params.get('sort'))
  const state: ArticleState | undefined = ARTICLE_STATES.find((known) => known === params.get('state'))
  const tag = params.get('tag') || undefined
  const links = params.get('links') === 'dead' ? ('dead' as const) : undefined

  return {
    ...list,
    sort,
    state,
    tag,
    links,
    sortBy(column: SortColumn) {
      const next = nextSort(sort, column)
      update({ sort: next === DEFAULT_SORT ? null : next })
    },
    showState: (next: string) => update({ state: next }),
    showTag: (slug: string) => update({ tag: slug }),
    toggleDeadLinks: () => update({ links: links ? null : 'dead' }),
    searchWithoutTag: without(params, 'tag', 'page'),
    clear: () => update({ q: null, state: null, tag: null, links: null }),
  }
}

function without(params: URLSearchParams, ...keys: string[]): string {
  const rest = new URLSearchParams(params)
  for (const key of keys) rest.delete(key)
  return `?${rest}`
}
