import { SORT_KEYS } from '@nightdesk/contracts'
import type { SortDirection } from '../../../ui/table.tsx'

export type SortKey = (typeof SORT_KEYS)[number]
export type SortColumn = 'state' | 'date_updated'

export const DEFAULT_SORT: SortKey = '-date_updated'

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
