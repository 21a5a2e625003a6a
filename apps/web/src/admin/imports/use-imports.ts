import type { ImportState } from '@nightdesk/contracts'
import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { FAST_POLL_MS, POLL_MS } from '../polling.ts'

export const isUnderWay = ({ state }: { state: ImportState }) =>
  state === 'reading' || state === 'running' || state === 'undoing'

export const PAGE_SIZE = 50

/** A page of all imports, refetched often while one is under way. */
export const useImports = (page: number) =>
  api.imports.list.useQuery(
    { page, limit: PAGE_SIZE },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (state.data?.imports.some(isUnderWay) ? FAST_POLL_MS : POLL_MS),
      meta: { failure: { title: 'Failed to load the imports' } },
    },
  )
