import {
  type AnalyticsOverview,
  type ArticleAnalytics,
  csvRow,
  type FacetAnalytics,
} from '@nightdesk/contracts'

type Value = string | number | null | undefined

/** The figures of a period as rows: section, name, value and the value of the previous period. */
export function overviewToCsv(overview: AnalyticsOverview): string {
  const { views, visitors, return_rate, staff_views, pages } = overview
  return toCsv([
    HEAD,
    ['figure', 'views', views.value, views.previous],
    ['figure', 'visitors', visitors.value, visitors.previous],
    ['figure', 'returning, percent', return_rate.value, return_rate.previous],
    ['figure', 'views by the desk', staff_views],
    ...timeRows(overview),
    ...pageRows(pages),
    ...facetRows(overview),
    ...overview.uncounted.map(({ reason, attempts }) => ['not counted', reason, attempts]),
  ])
}

/** The figures of a period, filtered by one referrer, browser or device, as rows. */
export function facetToCsv(figures: FacetAnalytics): string {
  const { facet, value, views, pages } = figures
  return toCsv([
    HEAD,
    ['filter', `${facet}: ${value}`],
    ['figure', 'views', views.value, views.previous],
    ...timeRows(figures),
    ...pageRows(pages),
  ])
}

/** The figures of one article as rows. */
export function articleToCsv(article: ArticleAnalytics): string {
  const { views, unique_views, staff_views, versions } = article
  return toCsv([
    HEAD,
    ['figure', 'views', views.value, views.previous],
    ['figure', 'readers, ever', unique_views],
    ['figure', 'views by the desk', staff_views],
    ...timeRows(article),
    ...versions.map(({ version_number, views }) => ['version', version_number ?? 'not told', views]),
    ...facetRows(article),
  ])
}

const HEAD = ['part', 'name', 'value', 'previous']

const timeRows = ({ series, step }: Pick<AnalyticsOverview, 'series' | 'step'>): Value[][] =>
  series.current.map(({ at, views }, index) => [step, at, views, series.previous[index]?.views])

const pageRows = (pages: AnalyticsOverview['pages']): Value[][] =>
  pages.map(({ title, page_path, views }) => ['article', `${page_path} ${title ?? ''}`.trim(), views])

const facetRows = ({
  referrers,
  devices,
  agents,
}: Pick<AnalyticsOverview, 'referrers' | 'devices' | 'agents'>) => [
  ...referrers.map(({ value, views }) => ['referrer', value, views]),
  ...devices.map(({ value, views }) => ['device', value, views]),
  ...agents.map(({ value, views }) => ['browser', value, views]),
]

/** Formats rows as CSV, all as wide as the first. */
export function toCsv(rows: Value[][]): string {
  const width = rows[0]?.length ?? 0
  return rows.map((row) => csvRow(Array.from({ length: width }, (_, column) => row[column]))).join('')
}
