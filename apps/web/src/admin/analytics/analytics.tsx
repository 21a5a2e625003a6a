import { api, explain } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Bone, EmptyState, ErrorState, Loading, times } from '../../ui/states.tsx'
import { useHeld } from '../../ui/use-held.ts'
import { useRole } from '../auth/current-user.ts'
import { Page } from '../layout/page.tsx'
import { POLL_MS } from '../polling.ts'
import { AnalyticsSummary } from './analytics-summary.tsx'
import { useTriggerAnalytics } from './use-trigger-analytics.ts'
import { WorkerGrid } from './worker-grid.tsx'

export function Analytics() {
  const role = useRole()
  const { trigger, isPending } = useTriggerAnalytics()
  const triggerButton = role && role !== 'author' && (
    <Button isBusy={isPending} onClick={trigger}>
      Trigger Analytics
    </Button>
  )
  return (
    <Page title="Analytics" actions={triggerButton}>
      <Card title="Worker Status">
        <WorkerGrid />
      </Card>
      <LatestSummary />
    </Page>
  )
}

function LatestSummary() {
  const latest = api.analytics.latest.useQuery(
    {},
    {
      refetchInterval: POLL_MS,
      meta: { failure: { title: 'Error', description: 'Failed to fetch analytics data' } },
    },
  )
  const isLoading = useHeld(latest.isPending)
  if (isLoading) return <LoadingSummary />
  if (latest.data) return <AnalyticsSummary summary={latest.data} />
  if (latest.isError) {
    return (
      <ErrorState
        message={explain(latest.error)}
        reference={latest.error.data?.request_id}
        onRetry={() => latest.refetch()}
      />
    )
  }
  return (
    <EmptyState
      title="No analytics summary yet"
      help="The first one is made within the hour, from what readers have opened by then."
    />
  )
}

function LoadingSummary() {
  return (
    <Loading label="Loading analytics...">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {times(4, (card) => (
          <Bone key={card} className="h-[86px]" />
        ))}
      </div>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
        {times(3, (card) => (
          <Bone key={card} className="h-[104px]" />
        ))}
      </div>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <Bone className="h-80" />
        <Bone className="h-80" />
      </div>
    </Loading>
  )
}
