import { api, explain } from '../../api.ts'
import { download } from '../../download.ts'
import { formatCount, formatDateTime } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState, Loading, Skeleton, times } from '../../ui/states.tsx'
import { useMinimumPending } from '../../ui/use-minimum-pending.ts'
import { LIVE_POLL_MS } from '../polling.ts'
import { useRole } from '../screen/current-user.ts'
import { Page } from '../screen/page.tsx'
import { FilteredOverview } from './filtered-overview.tsx'
import { LatestSummary } from './latest-summary.tsx'
import { Overview } from './overview.tsx'
import { facetToCsv, overviewToCsv } from './period/csv.ts'
import { PeriodControls } from './period/period-controls.tsx'
import { useFigures } from './period/use-figures.ts'
import { useFilter } from './period/use-filter.ts'
import { usePeriod } from './period/use-period.ts'
import { useTriggerAnalytics } from './workers/use-trigger-analytics.ts'
import { WorkerGrid } from './workers/worker-grid.tsx'
export function Analytics() {
  const { period, show, isCompared, toggleCompare } = usePeriod()
  const { filter } = useFilter()
  const { overview, filtered, as_of, is_summarising } = useFigures(period, filter)
  const { data } = overview
  const isLoading = useMinimumPending(overview.isPending)
  const shown = filter ? filtered.data : data
  const exportCsv = () =>
    shown &&
    download(
      `analytics-${shown.period}-${shown.current.last_day}.csv`,
      'facet' in shown ? facetToCsv(shown) : overviewToCsv(shown),
      'text/csv',
    )

  return (
    <Page title="Analytics" actions={<TriggerButton />}>
      <PeriodControls
        period={period}
        onChange={show}
        asOf={as_of && formatDateTime(as_of)}
        onExport={shown && exportCsv}
      />
      <CurrentVisitors />
      {filter && (
        <FilteredOverview
          filter={filter}
          figures={filtered}
          period={period}
          isCompared={isCompared}
          onCompare={toggleCompare}
        />
      )}
      {!filter && isLoading && <LoadingOverview />}
      {!filter && !isLoading && data && (
        <Overview overview={data} isCompared={isCompared} onCompare={toggleCompare} />
      )}
      {!filter && overview.isError && !data && (
        <ErrorState
          message={explain(overview.error)}
          reference={overview.error.data?.request_id}
          onRetry={() => overview.refetch()}
        />
      )}
      <LatestSummary isRunning={is_summarising} />
      <Card title="Worker Status">
        <WorkerGrid />
      </Card>
    </Page>
  )
}

function TriggerButton() {
  const role = useRole()
  const { trigger, isPending } = useTriggerAnalytics()
  if (!role || role === 'author') return null
  return (
    <Button isBusy={isPending} onClick={trigger}>
      Trigger Analytics
    </Button>
  )
}

function LoadingOverview() {
  return (
    <Loading label="Loading figures...">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {times(4, (card) => (
          <Skeleton key={card} className="h-[104px]" />
        ))}
      </div>
      <Skeleton className="h-80" />
      <Skeleton className="h-64" />
    </Loading>
  )
}

/** Visitors reading now, independent of the chosen period. */
function CurrentVisitors() {
  const { data, isError } = api.analytics.current.useQuery({}, { refetchInterval: LIVE_POLL_MS })
  const isAnybodyHere = data !== undefined && data.visitors > 0
  return (
    <p className="flex min-h-6 items-center gap-2">
      <span
        aria-hidden
        className={`size-2 shrink-0 rounded-full ${isAnybodyHere ? 'bg-success' : 'border border-control'}`}
      />
      <span>
        <strong className="font-medium">{describe(data?.visitors, isError)}</strong>{' '}
        <span className="text-xs text-muted">in the last 5 minutes</span>
      </span>
    </p>
  )
}

function describe(visitors: number | undefined, isError: boolean): string {
  if (visitors === undefined) return isError ? 'Visitors unknown' : 'Counting visitors…'
  if (visitors === 0) return 'No visitors'
  return formatCount(visitors, 'visitor')
}
