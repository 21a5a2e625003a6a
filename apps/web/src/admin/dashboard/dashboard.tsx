import { Link } from 'react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { useCurrentUser, useRole } from '../auth/current-user.ts'
import { POLL_MS } from '../polling.ts'
import { Page } from '../screen/page.tsx'
import { DashboardStats } from './dashboard-stats.tsx'
import { DeadLinks } from './dead-links.tsx'
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
