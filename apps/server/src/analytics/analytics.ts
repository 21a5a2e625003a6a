import { type AnalyticsSummary, analyticsSummary, type analytics as contract } from '@nightdesk/contracts'
import { analyticsOverview, articleAnalytics, dashboardStats } from '@nightdesk/db'
import type { Service } from '../service.ts'

export const analytics: Service<typeof contract> = {
  dashboard: ({ db, site }) => dashboardStats(db, site.timezone),

  overview: ({ db, site }, { period }) => analyticsOverview(db, site.timezone, period),

  article: ({ db, site }, input) => articleAnalytics(db, site.timezone, input),

  async latest({ db }): Promise<AnalyticsSummary | null> {
    const newest = await db
      .selectFrom('analytics_summaries')
      .select('data')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return newest ? analyticsSummary.parse(newest.data) : null
  },
}
