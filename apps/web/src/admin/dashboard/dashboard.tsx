import type { DeadLinks as Counts, DashboardStats as Stats } from '@nightdesk/contracts'
import { Link } from 'react-router'
import { api } from '../../api.ts'
import { formatCount, formatNumber, formatPercent } from '../../format.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { StatCard } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { POLL_MS } from '../polling.ts'
import { useCurrentUser, useRole } from '../screen/current-user.ts'
import { Page } from '../screen/page.tsx'
import { FirstSteps } from './first-steps.tsx'
import { PopularArticles } from './popular-articles.tsx'
import { RecentArticles } from './recent-articles.tsx'
export function Dashboard() {
  const user = useCurrentUser()
  const stats = api.analytics.dashboard.useQuery({}, { refetchInterval: POLL_MS })
  const isMissing = stats.isError && !stats.data
  return (
    <Page
      title={user.data ? `Welcome back, ${user.data.full_name}` : 'Welcome back'}
      actions={<QuickActions />}
    >
      {isMissing && (
        <ErrorState message="Failed to load dashboard statistics" onRetry={() => stats.refetch()} />
      )}
      {stats.data && <FirstSteps totalViews={stats.data.total_views.all_time} />}
      <DeadLinks />
      {!isMissing && <DashboardStats stats={stats.data} />}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <RecentArticles />
        {!isMissing && <PopularArticles articles={stats.data?.popular_articles} />}
      </div>
    </Page>
  )
}

function QuickActions() {
  const role = useRole()
  const look = buttonClass({ variant: 'secondary' })
  return (
    <nav aria-label="Quick actions" className="flex flex-wrap gap-2">
      <Link to={paths.admin.newDraft} className={look}>
        New Article
      </Link>
      <Link to={paths.admin.analytics} className={look}>
        View Analytics
      </Link>
      {role === 'admin' && (
        <Link to={paths.admin.workers} className={look}>
          Check Workers
        </Link>
      )}
    </nav>
  )
}

/** Four figures; dashes until they are loaded. */
function DashboardStats({ stats }: { stats: Stats | undefined }) {
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

/** How many links of published stories are dead, and where to find them. Renders nothing while there are none. */
function DeadLinks() {
  const { data } = api.links.countDead.useQuery({})
  if (!data || data.links === 0) return null
  return (
    <section
      aria-label="Dead links"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3"
    >
      <p>{describe(data)}</p>
      <Link
        to={paths.admin.publishedWithDeadLinks}
        className={buttonClass({ variant: 'secondary', size: 'sm' })}
      >
        {data.articles === 1 ? 'Show the story' : 'Show the stories'}
      </Link>
    </section>
  )
}

function describe({ links, articles }: Counts): string {
  const stories = formatCount(articles, 'published story has', 'published stories have')
  return `${stories} ${formatCount(links, 'dead link')}.`
}
