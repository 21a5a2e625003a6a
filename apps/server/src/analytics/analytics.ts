import { type AnalyticsSummary, analyticsSummary, type analytics as contract } from '@nightdesk/contracts'
import {
  analyticsOverview,
  articleAnalytics,
  currentVisitors,
  dashboardStats,
  facetAnalytics,
  summaryFor,
} from '@nightdesk/db'
import type { Handlers } from '../calls/handlers.ts'
import type { Session } from '../context.ts'

export const analytics: Handlers<typeof contract> = {
  dashboard: ({ db, site, session }) => dashboardStats(db, site.timezone, viewerOf(session)),

  overview: ({ db, site, session }, { period }) =>
    analyticsOverview(db, site.timezone, period, viewerOf(session)),

  facet: ({ db, site, session }, input) => facetAnalytics(db, site.timezone, input, viewerOf(session)),

  current: ({ db, site }) => currentVisitors(db, site.timezone),

  article: ({ db, site, session }, input) => articleAnalytics(db, site.timezone, input, viewerOf(session)),

  async latest({ db, session }): Promise<AnalyticsSummary | null> {
    const newest = await db
      .selectFrom('analytics_summaries')
      .select('data')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return newest ? summaryFor(db, analyticsSummary.parse(newest.data), viewerOf(session)) : null
  },
}

/** The author for whom unpublished articles of others are left out; null for editors and admins. */
const viewerOf = ({ user }: Session) => (user.role === 'author' ? user.id : null)
