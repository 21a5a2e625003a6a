import type { AnalyticsOverview, ArticleAnalytics, FacetAnalytics } from '@nightdesk/contracts'
import type { CsvRow } from '../../download.ts'

/** The figures of a period as rows of CSV: part, name, value and the value of the previous period. */
export function overviewRows(overview: AnalyticsOverview): CsvRow[] {
  const { views, visitors, return_rate, staff_views, pages } = overview
  return [
    HEAD,
    ['figure', 'views', views.value, views.previous],
    ['figure', 'visitors', visitors.value, visitors.previous],
    ['figure', 'returning, percent', return_rate.value, return_rate.previous],
    ['figure', 'views by the desk', staff_views],
    ...timeRows(overview),
    ...pageRows(pages),
    ...facetRows(overview),
    ...overview.uncounted.map(({ reason, attempts }) => ['not counted', reason, attempts]),
  ]
}

export function filteredRows(figures: FacetAnalytics): CsvRow[] {
  const { facet, value, views, pages } = figures
  return [
    HEAD,
    ['filter', `${facet}: ${value}`],
    ['figure', 'views', views.value, views.previous],
    ...timeRows(figures),
    ...pageRows(pages),
  ]
}

export function articleRows(article: ArticleAnalytics): CsvRow[] {
  const { views, unique_views, staff_views, versions } = article
  return [
    HEAD,
    ['figure', 'views', views.value, views.previous],
    ['figure', 'readers, ever', unique_views],
    ['figure', 'views by the desk', staff_views],
    ...timeRows(article),
    ...versions.map(({ version_number, views }) => ['version', version_number ?? 'not told', views]),
    ...facetRows(article),
  ]
}

const HEAD = ['part', 'name', 'value', 'previous']

const timeRows = ({ series, step }: Pick<AnalyticsOverview, 'series' | 'step'>): CsvRow[] =>
  series.current.map(({ at, views }, index) => [step, at, views, series.previous[index]?.views])

const pageRows = (pages: AnalyticsOverview['pages']): CsvRow[] =>
  pages.map(({ title, page_path, views }) => ['article', `${page_path} ${title ?? ''}`.trim(), views])

type Facets = Pick<AnalyticsOverview, 'referrers' | 'devices' | 'agents'>

const facetRows = ({ referrers, devices, agents }: Facets): CsvRow[] => [
  ...referrers.map(({ value, views }) => ['referrer', value, views]),
  ...devices.map(({ value, views }) => ['device', value, views]),
  ...agents.map(({ value, views }) => ['browser', value, views]),
]
