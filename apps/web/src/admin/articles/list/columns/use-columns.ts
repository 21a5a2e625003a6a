import { useStored } from '../../../screen/use-stored.ts'

/** Columns that can be hidden. Title, status, last change and actions are always shown. */
export const COLUMNS = [
  { value: 'excerpt', label: 'Excerpt' },
  { value: 'words', label: 'Words' },
  { value: 'readers', label: 'Readers' },
] as const
export type Column = (typeof COLUMNS)[number]['value']

/** The columns that this browser shows, and a function that shows or hides one. All are shown by default. */
export function useColumns(): [shown: readonly Column[], toggle: (column: Column) => void] {
  const [hidden, store] = useStored('hidden_article_columns')
  const names = hidden?.split(' ') ?? []
  const shown = COLUMNS.map(({ value }) => value).filter((value) => !names.includes(value))

  function toggle(column: Column) {
    const next = names.includes(column) ? names.filter((name) => name !== column) : [...names, column]
    store(next.join(' ') || null)
  }
  return [shown, toggle]
}
