import type { AnalyticsSummary as Summary } from '@nightdesk/contracts'
import { api } from '../../api.ts'
import { formatDateTime, formatNumber, formatPercent } from '../../format.ts'
import { Card, StatCard } from '../../ui/card.tsx'
import { EmptyState, Loading, Skeleton } from '../../ui/states.tsx'
import { type Column, DataTable } from '../../ui/table.tsx'
import { Loaded, useRefetchAfter } from '../screen/loaded.tsx'
import { Section } from '../screen/page.tsx'
import { PopularList } from './figures.tsx'
import { pollEvery } from './period.tsx'

interface LatestSummaryProps {
  /** The worker is computing a new summary. */
  isRunning: boolean
}

export function LatestSummary({ isRunning }: LatestSummaryProps) {
  const latest = api.analytics.latest.useQuery(
    {},
    {
      refetchInterval: pollEvery(isRunning),
      meta: { failure: { title: 'Error', description: 'Failed to fetch analytics data' } },
    },
  )
  useRefetchAfter(isRunning, latest)
  return (
    <Section title="Analytics summary">
      <p role="status" className="text-xs text-muted empty:hidden">
        {isRunning && 'A new summary is being made…'}
      </p>
      <Loaded query={latest} loading={<LoadingSummary />}>
        {(summary) =>
          summary ? (
            <AnalyticsSummary summary={summary} />
          ) : (
            <EmptyState
              title="No analytics summary yet"
              help="The first one is made within the hour, from what readers have opened by then."
            />
          )
        }
      </Loaded>
    </Section>
  )
}

function LoadingSummary() {
  return (
    <Loading label="Loading analytics...">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Skeleton count={4} className="h-[86px]" />
      </div>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
        <Skeleton count={3} className="h-[104px]" />
      </div>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <Skeleton className="h-80" />
        <Skeleton className="h-80" />
      </div>
    </Loading>
  )
}

function AnalyticsSummary({ summary }: { summary: Summary }) {
  const { page_views, visitor_metrics } = summary
  const { today, last_7_days, last_30_days, all_time } = page_views.total_views
  return (
    <>
      <p className="text-xs text-muted">Data as of {formatDateTime(summary.generated_at)}</p>
      <dl aria-label="Page views" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatCard label="Today" value={formatNumber(today)} />
        <StatCard label="Last 7 days" value={formatNumber(last_7_days)} />
        <StatCard label="Last 30 days" value={formatNumber(last_30_days)} />
        <StatCard label="All time" value={formatNumber(all_time)} />
      </dl>
      <dl aria-label="Visitors" className="grid grid-cols-2 gap-3 lg:grid-cols-3">
        <StatCard label="Unique visitors" value={formatNumber(visitor_metrics.unique_visitors)} />
        <StatCard label="Return visitors" value={formatNumber(visitor_metrics.return_visitors)} />
        <StatCard
          label="Return rate"
          value={formatPercent(visitor_metrics.return_rate)}
          note="Visitors seen on at least two days"
        />
      </dl>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <PageViews pages={page_views.page_stats} />
        <Card title="Popular Articles">
          <PopularList articles={summary.popular_articles} />
        </Card>
      </div>
    </>
  )
}

function PageViews({ pages }: { pages: Summary['page_views']['page_stats'] }) {
  return (
    <Card title="Page Views">
      {pages.length === 0 && <p className="text-muted">No pages viewed yet.</p>}
      {pages.length > 0 && (
        <DataTable
          label="Page views"
          columns={PAGE_COLUMNS}
          rows={pages}
          keyOf={({ page_path }) => page_path}
        />
      )}
    </Card>
  )
}

const PAGE_COLUMNS: readonly Column<Summary['page_views']['page_stats'][number]>[] = [
  {
    name: 'Page',
    className: 'wrap-anywhere',
    cell: ({ page_path }) => (
      <a href={page_path} className="hover:underline">
        {page_path}
      </a>
    ),
  },
  { name: 'Views', numeric: true, cell: ({ total_views }) => formatNumber(total_views) },
  { name: 'Unique', numeric: true, cell: ({ unique_views }) => formatNumber(unique_views) },
]
