import { api, explain } from '../../api.ts'
import { formatDateTime } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Bone, ErrorState, Loading, times } from '../../ui/states.tsx'
import { useHeld } from '../../ui/use-held.ts'
import { useRole } from '../auth/current-user.ts'
import { Page } from '../layout/page.tsx'
import { FAST_POLL_MS, POLL_MS } from '../polling.ts'
import { download, overviewToCsv } from './csv.ts'
import { LatestSummary } from './latest-summary.tsx'
import { Overview } from './overview.tsx'
import { PeriodControls } from './period-controls.tsx'
import { usePeriod } from './use-period.ts'
import { useTriggerAnalytics } from './use-trigger-analytics.ts'
import { WorkerGrid } from './worker-grid.tsx'

export function Analytics() {
  const { period, show, isCompared, toggleCompare } = usePeriod()
  const overview = api.analytics.overview.useQuery(
    { period },
    {
      refetchInterval: ({ state }) => pollEvery(state.data?.is_summarising),
      placeholderData: (before) => before,
    },
  )
  const { data } = overview
  const isLoading = useHeld(overview.isPending)
  const exportCsv = () =>
    data && download(`analytics-${data.period}-${data.current.last_day}.csv`, overviewToCsv(data))

  return (
    <Page title="Analytics" actions={<TriggerButton />}>
      <PeriodControls
        period={period}
        onChange={show}
        asOf={data && formatDateTime(data.as_of)}
        onExport={data && exportCsv}
      />
      {isLoading && <LoadingOverview />}
      {!isLoading && data && <Overview overview={data} isCompared={isCompared} onCompare={toggleCompare} />}
      {overview.isError && !data && (
        <ErrorState
          message={explain(overview.error)}
          reference={overview.error.data?.request_id}
          onRetry={() => overview.refetch()}
        />
      )}
      <LatestSummary isRunning={data?.is_summarising ?? false} pollEvery={pollEvery(data?.is_summarising)} />
      <Card title="Worker Status">
        <WorkerGrid />
      </Card>
    </Page>
  )
}

/** Faster while the summary is being made. */
const pollEvery = (isSummarising = false) => (isSummarising ? FAST_POLL_MS : POLL_MS)

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
          <Bone key={card} className="h-[104px]" />
        ))}
      </div>
      <Bone className="h-80" />
      <Bone className="h-64" />
    </Loading>
  )
}
