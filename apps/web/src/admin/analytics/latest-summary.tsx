import { api, explain } from '../../api.ts'
import { EmptyState, ErrorState, Loading, Skeleton, times } from '../../ui/states.tsx'
import { useMinimumPending } from '../../ui/use-minimum-pending.ts'
import { Section } from '../screen/section.tsx'
import { useRefetchAfter } from '../screen/use-refetch-after.ts'
import { AnalyticsSummary } from './analytics-summary.tsx'
import { pollEvery } from './period/use-figures.ts'

interface LatestSummaryProps {
  /** The worker is computing a new summary. */
  isRunning: boolean
}

/** The latest summary of the hourly job. */
export function LatestSummary({ isRunning }: LatestSummaryProps) {
  return (
    <Section title="Analytics summary">
      <p role="status" className="text-xs text-muted empty:hidden">
        {isRunning && 'A new summary is being made…'}
      </p>
      <Latest isRunning={isRunning} />
    </Section>
  )
}

function Latest({ isRunning }: LatestSummaryProps) {
  const latest = api.analytics.latest.useQuery(
    {},
    {
      refetchInterval: pollEvery(isRunning),
      meta: { failure: { title: 'Error', description: 'Failed to fetch analytics data' } },
    },
  )
  useRefetchAfter(isRunning, latest)
  const isLoading = useMinimumPending(latest.isPending)
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
          <Skeleton key={card} className="h-[86px]" />
        ))}
      </div>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
        {times(3, (card) => (
          <Skeleton key={card} className="h-[104px]" />
        ))}
      </div>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <Skeleton className="h-80" />
        <Skeleton className="h-80" />
      </div>
    </Loading>
  )
}
