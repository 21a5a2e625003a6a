import { FACETS, type Facet, PERIODS, type Period } from '@nightdesk/contracts'
import { keepPreviousData, skipToken } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Segments } from '../../ui/segments.tsx'
import { FAST_POLL_MS, POLL_MS } from '../query-client.ts'
import { newestParams, useUrlParams } from '../screen/list.tsx'
import { useShortcuts } from '../shortcuts/shortcuts.tsx'

const PERIOD_LABELS: { value: Period; label: string }[] = [
  { value: 'today', label: 'Today' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: 'all', label: 'All' },
]

interface PeriodControlsProps {
  period: Period
  onChange(period: Period): void
  asOf: string | undefined
  onExport: (() => void) | undefined
}

export function PeriodControls({ period, onChange, asOf, onExport }: PeriodControlsProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <Segments label="Period" options={PERIOD_LABELS} value={period} onChange={onChange} />
      <div className="flex flex-wrap items-center gap-3">
        {asOf && <p className="text-xs text-muted">Data as of {asOf}</p>}
        <Button size="sm" disabled={!onExport} onClick={onExport}>
          Export CSV
        </Button>
      </div>
    </div>
  )
}

const DEFAULT: Period = '7'

/**
 * The chosen period, whether the previous one is drawn as well, and whether the figures that few people read are shown. All
 * are stored in the URL; period and comparison have single-key shortcuts.
 * @param hasMore The screen has such figures, and the comparison is one of them.
 */
export function usePeriod({ hasMore = false } = {}) {
  const [search, change] = useUrlParams()
  const period = PERIODS.find((known) => known === search.get('period')) ?? DEFAULT
  const isMoreIn = (params: URLSearchParams) => !hasMore || params.has('more') || filterIn(params) !== null
  const isComparedIn = (params: URLSearchParams) => isMoreIn(params) && params.get('compare') !== 'off'
  const isMore = isMoreIn(search)

  const update = (changes: Parameters<typeof change>[0]) =>
    change(changes, { replace: true, preventScrollReset: true })
  const show = (next: Period) => update({ period: next === DEFAULT ? null : next })
  // A second key may be pressed before React renders the first.
  const toggleCompare = () =>
    update(
      isComparedIn(newestParams()) ? { compare: 'off' } : { compare: null, ...(hasMore && { more: '1' }) },
    )

  useShortcuts({
    t: () => show('today'),
    w: () => show('7'),
    m: () => show('30'),
    a: () => show('all'),
    x: toggleCompare,
  })
  return {
    period,
    show,
    isCompared: isComparedIn(search),
    toggleCompare,
    isMore,
    toggleMore: () => update({ more: isMore ? null : '1' }),
  }
}

export interface Filter {
  facet: Facet
  value: string
}

/** The filter by one referrer, browser or device, stored in the URL. */
export function useFilter() {
  const [search] = useSearchParams()
  const filter = filterIn(search)

  /** The query string of this screen with another filter, or with none. */
  function searchWith(next: Filter | null): string {
    const changed = new URLSearchParams(search)
    for (const known of FACETS) changed.delete(known)
    if (next) changed.set(next.facet, next.value)
    return `?${changed}`
  }
  return { filter, searchWith }
}

function filterIn(search: URLSearchParams): Filter | null {
  const facet = FACETS.find((known) => search.has(known))
  return facet ? { facet, value: search.get(facet) ?? '' } : null
}

/** The live figures of a period, filtered or not; only the query that is shown is sent. */
export function useFigures(period: Period, filter: Filter | null) {
  const overview = api.analytics.overview.useQuery(filter ? skipToken : { period }, {
    refetchInterval: ({ state }) => pollEvery(state.data?.is_summarising),
    placeholderData: keepPreviousData,
  })
  const filtered = api.analytics.facet.useQuery(filter ? { ...filter, period } : skipToken, {
    refetchInterval: ({ state }) => pollEvery(state.data?.is_summarising),
  })
  const { as_of, is_summarising = false } = (filter ? filtered : overview).data ?? {}
  return { overview, filtered, as_of, is_summarising }
}

/** Milliseconds; shorter while a summary is being computed. */
export const pollEvery = (isSummarising = false) => (isSummarising ? FAST_POLL_MS : POLL_MS)
