import type { Version } from '@nightdesk/contracts'
import { skipToken } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { useUrlParams } from '../../screen/url/use-url-params.ts'
import { useVersion } from '../versions/use-versions.ts'

/** The version before the selected one. */
export const PREVIOUS = 'previous'
/** The unsaved text in the editor. */
export const DRAFT = 'draft'

/** The version or text to compare with, stored in the URL. */
export function useComparison() {
  const [search, change] = useUrlParams()
  const chosen = search.get('compare') ?? ''
  const onlyChanges = search.has('changes')
  const isWide = search.has('wide')

  const set = (name: string, value: string) =>
    change({ [name]: value }, { preventScrollReset: true, replace: true })

  return {
    /** A version’s id, PREVIOUS, DRAFT, or empty for none. */
    chosen,
    onlyChanges,
    /** Whether the comparison fills the window. */
    isWide,
    choose: (value: string) => set('compare', value),
    toggleOnlyChanges: () => set('changes', onlyChanges ? '' : '1'),
    toggleWide: () => set('wide', isWide ? '' : '1'),
  }
}

/** The version to compare with; undefined until it is loaded, and when there is none. */
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
