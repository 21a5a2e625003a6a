import { api, explain } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
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
    <Button disabled={isPending} onClick={trigger}>
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
  if (latest.isPending) return <Loading label="Loading analytics..." lines={8} />
  if (latest.data) return <AnalyticsSummary summary={latest.data} />
  if (latest.isError) return <ErrorState message={explain(latest.error)} onRetry={() => latest.refetch()} />
  return <EmptyState title="No analytics summary yet. The first one is made within the hour." />
}
