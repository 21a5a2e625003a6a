import { skipToken, useInfiniteQuery } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { api } from '../../../api.ts'

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
