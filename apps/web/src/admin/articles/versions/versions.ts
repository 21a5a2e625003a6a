import type { Version } from '@nightdesk/contracts'
import { skipToken, useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { api } from '../../../api.ts'
import { useUrlParams } from '../../screen/list.tsx'

const PAGE_SIZE = 50

/** The versions of an article without their content, newest first, paginated. */
export function useVersions(id: number) {
  const { client } = api.useUtils()
  const { data, ...query } = useInfiniteQuery({
    queryKey: getQueryKey(api.versions.list, { id }, 'infinite'),
    queryFn: ({ pageParam: before }) => client.versions.list.query({ id, before, limit: PAGE_SIZE }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => {
      const last = page.at(-1)?.version_number ?? 1
      return page.length === PAGE_SIZE && last > 1 ? last : undefined
    },
    meta: { failure: { title: 'Failed to fetch versions' } },
  })
  return { ...query, versions: data?.pages.flat() }
}

/** One version with its content. Versions never change. */
export function useVersion(id: number, version_id: number | null | undefined) {
  return api.versions.get.useQuery(version_id ? { id, version_id } : skipToken, {
    staleTime: Number.POSITIVE_INFINITY,
    meta: { failure: { title: 'Failed to fetch versions' } },
  })
}

/** The selected version, stored in the URL; null for the current state of the article. */
export function useSelectedVersion() {
  const [search, change] = useUrlParams()
  const selectedId = Number(search.get('version')) || null

  const set = (id: number | null, isMoment: boolean) =>
    change(
      { version: id?.toString(), moment: id !== null && isMoment ? '1' : null },
      { preventScrollReset: true, replace: true },
    )
  const isMoment = search.has('moment')
  return {
    selectedId,
    /** The selected version if the time line shows it in the place of the text. */
    momentId: isMoment ? selectedId : null,
    /** While the time line shows a version, it shows the newly selected one. */
    select: (id: number | null) => set(id, isMoment),
    /** Selects a version and shows it in the place of the text; null returns to the text. */
    showMoment: (id: number | null) => set(id, true),
  }
}

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
