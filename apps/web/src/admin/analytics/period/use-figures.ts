import type { Period } from '@nightdesk/contracts'
import { skipToken } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { FAST_POLL_MS, POLL_MS } from '../../polling.ts'
import type { Filter } from './use-filter.ts'

/** The live figures of a period, filtered or not; only the query that is shown is sent. */
export function useFigures(period: Period, filter: Filter | null) {
  const overview = api.analytics.overview.useQuery(filter ? skipToken : { period }, {
    refetchInterval: ({ state }) => pollEvery(state.data?.is_summarising),
    placeholderData: (before) => before,
  })
  const filtered = api.analytics.facet.useQuery(filter ? { ...filter, period } : skipToken, {
    refetchInterval: ({ state }) => pollEvery(state.data?.is_summarising),
  })
  const { as_of, is_summarising = false } = (filter ? filtered : overview).data ?? {}
  return { overview, filtered, as_of, is_summarising }
}

/** Milliseconds; shorter while a summary is being computed. */
export const pollEvery = (isSummarising = false) => (isSummarising ? FAST_POLL_MS : POLL_MS)
