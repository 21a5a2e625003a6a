import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { count, id, instant, text } from '../fields.ts'
import { FACETS, PERIODS } from '../rules/choices.ts'
import { UNCOUNTED_REASONS } from './published.ts'

/** Percent, 0 to 100, one decimal. */
const rate = z.number().min(0).max(100)
/** `YYYY-MM-DD` in the site’s time zone. */
const day = z.iso.date()

export const dashboardStats = z.object({
  total_views: z.object({ today: count, yesterday: count, all_time: count }),
  visitor_metrics: z.object({
    unique_visitors: count,
    /** Visitors seen on at least two days ÷ visitors. */
    return_rate: rate,
  }),
  popular_articles: z.array(z.object({ article_id: id, title: z.string(), view_count: count })),
})
export type DashboardStats = z.infer<typeof dashboardStats>

/** The result of the hourly job. Days begin in the site’s time zone. */
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

const period = z.enum(PERIODS, 'The period is today, 7, 30 or all').default('7')

/**
 * A figure of a period and the same figure of the period before, which has the same length. `change` is in percent, for
 * rates in points. Null when there is nothing to compare with.
 */
const figure = z.object({ value: z.number(), previous: z.number().nullable(), change: z.number().nullable() })
export type Figure = z.infer<typeof figure>

const window = z.object({ first_day: day, last_day: day })

/** `at` is `YYYY-MM-DDTHH`, `YYYY-MM-DD` or `YYYY-MM`, by `step`. */
const point = z.object({
  at: z.string(),
  views: count,
  /** Distinct visitors; only for steps of a day. */
  visitors: count.nullable(),
})
export type Point = z.infer<typeof point>

const share = z.object({ value: z.string(), views: count })
export type Share = z.infer<typeof share>

const timeline = {
  as_of: instant,
  period: z.enum(PERIODS),
  current: window,
  previous: window.nullable(),
  step: z.enum(['hour', 'day', 'month']),
  series: z.object({ current: z.array(point), previous: z.array(point) }),
}

/** The summary job is queued or running. */
const is_summarising = z.boolean()

const facets = {
  /** Origins, most views first; empty for views without a known referrer. */
  referrers: z.array(share),
  agents: z.array(share),
  devices: z.array(share),
}

export const analyticsOverview = z.object({
  ...timeline,
  views: figure,
  /** Distinct visitors of the period. */
  visitors: figure,
  /** Visitors of the period who were also seen on an earlier day ÷ visitors of the period. */
  return_rate: figure,
  /** Views by signed-in users. */
  staff_views: count,
  /** The most viewed first, at most {@link MOST_PAGES}. */
  pages: z.array(
    z.object({
      article_id: id,
      /** Null when the article is gone, or when the caller may not see it. */
      title: z.string().nullable(),
      page_path: z.string(),
      views: count,
      /** Distinct visitors who ever opened it, in any period. */
      unique_views: count,
    }),
  ),
  ...facets,
  /** Attempts that were not counted, by reason: every reason, in a fixed order. */
  uncounted: z.array(z.object({ reason: z.enum(UNCOUNTED_REASONS), attempts: count })),
  is_summarising,
})
export type AnalyticsOverview = z.infer<typeof analyticsOverview>

export const facetAnalytics = z.object({
  ...timeline,
  facet: z.enum(FACETS),
  value: z.string(),
  /** Only views with this value; so are the series and the pages. */
  views: figure,
  pages: analyticsOverview.shape.pages,
  is_summarising,
})
export type FacetAnalytics = z.infer<typeof facetAnalytics>

export const articleAnalytics = z.object({
  ...timeline,
  article_id: id,
  title: z.string(),
  page_path: z.string(),
  views: figure,
  /** Distinct visitors who ever opened it, in any period. */
  unique_views: count,
  staff_views: count,
  ...facets,
  /** Views by version, newest first. The last row, without a number, counts pages that did not send a version. */
  versions: z.array(
    z.object({ version_number: z.int().nullable(), created_at: instant.nullable(), views: count }),
  ),
})
export type ArticleAnalytics = z.infer<typeof articleAnalytics>

export const currentVisitors = z.object({
  as_of: instant,
  /** Distinct visitors who opened an article in the last five minutes. */
  visitors: count,
})
export type CurrentVisitors = z.infer<typeof currentVisitors>

const live = { access: 'author', reply: 'data', background: true } as const

export const analytics = {
  dashboard: endpoint('GET /admin/dashboard/stats', {
    ...live,
    summary: 'The figures of the dashboard, live',
    output: dashboardStats,
  }),
  latest: endpoint('GET /admin/worker/analytics/latest', {
    ...live,
    summary: 'The newest analytics summary, or null before the first run',
    output: analyticsSummary.nullable(),
  }),
  overview: endpoint('GET /admin/analytics', {
    ...live,
    summary: 'The figures of a period beside those of the period before, live',
    input: z.object({ period }),
    output: analyticsOverview,
  }),
  facet: endpoint('GET /admin/analytics/facet', {
    ...live,
    summary: 'The views of a period from one referrer, browser or device, live',
    input: z.object({
      facet: z.enum(FACETS, 'The facet is referrer, agent or device'),
      value: text('Value', 2048).default(''),
      period,
    }),
    output: facetAnalytics,
  }),
  current: endpoint('GET /admin/analytics/current', {
    ...live,
    summary: 'How many visitors there were in the last five minutes',
    output: currentVisitors,
  }),
  article: endpoint('GET /admin/analytics/articles/:id', {
    ...live,
    summary: 'How one article was read in a period, version by version, live',
    input: z.object({ id, period }),
    output: articleAnalytics,
  }),
}
