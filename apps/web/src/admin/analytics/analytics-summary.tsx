import type { AnalyticsSummary as Summary } from '@nightdesk/contracts'
import { formatDateTime, formatNumber, formatPercent } from '../../format.ts'
import { Card, StatCard } from '../../ui/card.tsx'
import { Cell, HeadCell, Table } from '../../ui/table.tsx'
import { PopularList } from './lists/popular-list.tsx'

export function AnalyticsSummary({ summary }: { summary: Summary }) {
  return (
    <>
      <p className="text-xs text-muted">Data as of {formatDateTime(summary.generated_at)}</p>
      <Figures summary={summary} />
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <PageViews pages={summary.page_views.page_stats} />
        <Card title="Popular Articles">
          <PopularList articles={summary.popular_articles} />
        </Card>
      </div>
    </>
  )
}

function Figures({ summary: { page_views, visitor_metrics } }: { summary: Summary }) {
  const { today, last_7_days, last_30_days, all_time } = page_views.total_views
  return (
    <>
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
    </>
  )
}

function PageViews({ pages }: { pages: Summary['page_views']['page_stats'] }) {
  return (
    <Card title="Page Views">
      {pages.length === 0 && <p className="text-muted">No pages viewed yet.</p>}
      {pages.length > 0 && (
        <Table
          label="Page views"
          head={
            <>
              <HeadCell>Page</HeadCell>
              <HeadCell numeric>Views</HeadCell>
              <HeadCell numeric>Unique</HeadCell>
            </>
          }
        >
          {pages.map(({ page_path, total_views, unique_views }) => (
            <tr key={page_path}>
              <Cell className="wrap-anywhere">
                <a href={page_path} className="hover:underline">
                  {page_path}
                </a>
              </Cell>
              <Cell label="Views" numeric>
                {formatNumber(total_views)}
              </Cell>
              <Cell label="Unique" numeric>
                {formatNumber(unique_views)}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  )
}
