import { ARTICLE_STATES, type ArticleState, SORT_KEYS } from '@nightdesk/contracts'
import type { SortDirection } from '../../../ui/table.tsx'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { usePagedSearch } from '../../screen/list.tsx'
import { focusHeading } from '../../screen/page.tsx'
import { useStored } from '../../screen/use-stored.ts'

/** The filters of the articles table, stored in the URL. */
export function useListSearch() {
  const { params, update, ...list } = usePagedSearch()
  const sort = parseSort(params.get('sort'))
  const state: ArticleState | undefined = ARTICLE_STATES.find((known) => known === params.get('state'))
  const tag = params.get('tag') || undefined
  const links = params.get('links') === 'dead' ? ('dead' as const) : undefined
  const withoutTag = new URLSearchParams(params)
  for (const name of ['tag', 'page']) withoutTag.delete(name)

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
    searchWithoutTag: `?${withoutTag}`,
    clear() {
      update({ q: null, state: null, tag: null, links: null })
      // The pressed button disappears.
      focusHeading()
    },
  }
}

export type SortKey = (typeof SORT_KEYS)[number]
export type SortColumn = 'state' | 'date_updated'

const DEFAULT_SORT: SortKey = '-date_updated'

/** The order named in the URL; default: newest first. */
export function parseSort(text: string | null): SortKey {
  return SORT_KEYS.find((key) => key === text) ?? DEFAULT_SORT
}

/** The direction of a column; undefined when the table is sorted by another one. */
export function directionOf(sort: SortKey, column: SortColumn): SortDirection | undefined {
  if (sort === column) return 'ascending'
  if (sort === `-${column}`) return 'descending'
}

/** The order after a click on a column's head: reversed for the current column, ascending for another one. */
export function nextSort(sort: SortKey, column: SortColumn): SortKey {
  return sort === column ? `-${column}` : column
}

/** Columns that can be hidden. Title, status, last change and actions are always shown. */
const COLUMNS = [
  { value: 'excerpt', label: 'Excerpt' },
  { value: 'words', label: 'Words' },
  { value: 'readers', label: 'Readers' },
] as const
export type OptionalColumn = (typeof COLUMNS)[number]['value']

/** A narrow table has no room for figures. Below 64rem there are cards, which have. */
const ROOM_FOR_FIGURES = '(width < 64rem) or (width >= 80rem)'

/**
 * The columns that the window has room for, those of them that this browser shows, and a function that shows or hides one.
 * All are shown by default.
 */
export function useColumns() {
  const [hidden, store] = useStored('hidden_article_columns')
  const names = hidden?.split(' ') ?? []
  const hasRoom = useMediaQuery(ROOM_FOR_FIGURES)
  const possible = COLUMNS.filter(({ value }) => hasRoom || value === 'excerpt')
  const shown = possible.map(({ value }) => value).filter((value) => !names.includes(value))

  function toggle(column: OptionalColumn) {
    const next = names.includes(column) ? names.filter((name) => name !== column) : [...names, column]
    store(next.join(' ') || null)
  }
  return { possible, shown, toggle }
}
