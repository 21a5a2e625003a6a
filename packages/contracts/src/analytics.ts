import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, nothing } from './fields.ts'

const count = z.int().min(0)
/** Percent, 0 to 100, one decimal. */
const rate = z.number().min(0).max(100)

export const dashboardStats = z.object({
  total_views: z.object({ today: count, all_time: count }),
  visitor_metrics: z.object({
    unique_visitors: count,
    /** Visitors seen on at least two days ÷ visitors. */
    return_rate: rate,
  }),
  popular_articles: z.array(z.object({ article_id: id, title: z.string(), view_count: count })),
})
export type DashboardStats = z.infer<typeof dashboardStats>

/** What the hourly job computes. Days begin in the site’s time zone. */
export const analyticsSummary = z.object({
  generated_at: instant,
  page_views: z.object({
    total_views: z.object({ today: count, last_7_days: count, last_30_days: count, all_time: count }),
    /** `page_path` is `/post/{id}`. */
    page_stats: z.array(z.object({ page_path: z.string(), total_views: count, unique_views: count })),
  }),
  visitor_metrics: z.object({ unique_visitors: count, return_visitors: count, return_rate: rate }),
  popular_articles: z.array(z.object({ id, title: z.string(), views: count })),
})
export type AnalyticsSummary = z.infer<typeof analyticsSummary>

export const analytics = {
  dashboard: endpoint('GET /admin/dashboard/stats', {
    access: 'author',
    summary: 'The figures of the dashboard, live',
    input: nothing,
    output: dashboardStats,
    reply: 'data',
  }),
  latest: endpoint('GET /admin/worker/analytics/latest', {
    access: 'author',
    summary: 'The newest analytics summary, or null before the first run',
    input: nothing,
    output: analyticsSummary.nullable(),
    reply: 'data',
    background: true,
  }),
}
