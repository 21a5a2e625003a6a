import type { DashboardStats as Stats } from '@nightdesk/contracts'
import { formatNumber, formatPercent } from '../../format.ts'
import { StatCard } from '../../ui/card.tsx'

/** Four figures; dashes until they are loaded. */
export function DashboardStats({ stats }: { stats: Stats | undefined }) {
  const views = stats?.total_views
  const visitors = stats?.visitor_metrics
  return (
    <dl aria-busy={!stats} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <StatCard
        label="Views Today"
        value={views ? formatNumber(views.today) : '–'}
        note={views ? `${formatNumber(views.yesterday)} in all of yesterday` : 'Since midnight'}
      />
      <StatCard
        label="Total Views"
        value={views ? formatNumber(views.all_time) : '–'}
        note="Since the first story"
      />
      <StatCard
        label="Unique Visitors"
        value={visitors ? formatNumber(visitors.unique_visitors) : '–'}
        note="Each counted once"
      />
      <StatCard
        label="Return Rate"
        value={visitors ? formatPercent(visitors.return_rate) : '–'}
        note="Seen on at least two days"
      />
    </dl>
  )
}
