import type { Version } from '@nightdesk/contracts'
import { useSearchParams } from 'react-router'

/** Stands for the version before the selected one, whichever that is. */
export const PREVIOUS = 'previous'
/** Stands for what is in the editor and not saved yet. */
export const DRAFT = 'draft'

/** What the selected version is compared with, kept in the URL. */
export function useComparison() {
  const [search, setSearch] = useSearchParams()
  const chosen = search.get('compare') ?? ''
  const onlyChanges = search.has('changes')

  function set(name: string, value: string) {
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { preventScrollReset: true, replace: true },
    )
  }
  return {
    /** A version’s id, one of the names above, or empty: nothing. */
    chosen,
    onlyChanges,
    choose: (value: string) => set('compare', value),
    toggleOnlyChanges: () => set('changes', onlyChanges ? '' : '1'),
  }
}

/** The version that the selected one is compared with, if there is one. */
export function findCompared(chosen: string, selected: Version, versions: readonly Version[]) {
  const found = versions.find(({ id, version_number }) =>
    chosen === PREVIOUS ? version_number === selected.version_number - 1 : String(id) === chosen,
  )
  return found === selected ? undefined : found
}
