import type { Version } from '@nightdesk/contracts'
import { skipToken } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { useVersion } from './use-versions.ts'

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

/** The version that the selected one is compared with, once it has come; undefined when there is none. */
export function useCompared(selected: Version): Version | undefined {
  const { chosen } = useComparison()
  const { article_id: id, version_number: before } = selected
  const previous = api.versions.list.useQuery(
    chosen === PREVIOUS && before > 1 ? { id, before, limit: 1 } : skipToken,
  )
  const comparedId = chosen === PREVIOUS ? previous.data?.[0]?.id : Number(chosen) || undefined
  const { data } = useVersion(id, comparedId === selected.id ? undefined : comparedId)
  return data
}
