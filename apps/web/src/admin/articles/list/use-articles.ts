import type { ArticleState } from '@nightdesk/contracts'
import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import type { SortKey } from './sort.ts'

const PAGE_SIZE = 50

interface Wanted {
  sort: SortKey
  state: ArticleState | undefined
  q: string | undefined
  /** A slug. */
  tag: string | undefined
  links: 'dead' | undefined
  page: number
}

/** One page of the list, and whether another follows. The last page stays visible while the next one loads. */
export function useArticles({ page, ...wanted }: Wanted) {
  const articles = api.articles.list.useQuery(
    { ...wanted, page, limit: PAGE_SIZE },
    {
      placeholderData: keepPreviousData,
      meta: { failure: { title: 'Failed to fetch articles', description: 'Please try again later' } },
    },
  )
  // A query of page size 1, at the offset of the next page: the first article that did not fit.
  const next = api.articles.list.useQuery(
    { ...wanted, page: page * PAGE_SIZE + 1, limit: 1 },
    { enabled: articles.data?.length === PAGE_SIZE },
  )
  return { articles, hasMore: articles.data?.length === PAGE_SIZE && next.data?.length === 1 }
}
