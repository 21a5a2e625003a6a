import { isDeepStrictEqual } from 'node:util'
import type { Client } from '@nightdesk/client'
import { articlePath, PERIODS, type Period } from '../../../packages/contracts/src/index.ts'
import type { Story } from './log.ts'
import { type Ages, countReaders, countTruth, type Event } from './truth.ts'

const LENGTHS: Record<Exclude<Period, 'all'>, number> = { today: 1, '7': 7, '30': 30 }

/** What the site shows, and the log. */
interface Comparison {
  client: Client
  events: Event[]
  /** The age of the first day. */
  oldest: number
  expect(what: string, shown: unknown, truth: unknown): void
}

/** @returns a sentence for every figure of the site that differs from the log */
export async function compareFigures(client: Client, events: Event[], stories: Story[]): Promise<string[]> {
  const problems: string[] = []
  const expect = (what: string, shown: unknown, truth: unknown) => {
    if (!isDeepStrictEqual(shown, truth))
      problems.push(`${what}: shows ${JSON.stringify(shown)}, the log says ${JSON.stringify(truth)}`)
  }
  const comparison = { client, events, oldest: Math.max(...events.map(({ age }) => age)), expect }
  await compareDashboard(comparison)
  await compareSummary(comparison)
  for (const period of PERIODS) {
    await compareOverview(comparison, period)
    for (const story of stories) await compareArticle(comparison, period, story)
  }
  return problems
}

async function compareDashboard({ client, events, oldest, expect }: Comparison) {
  const { total_views, visitor_metrics, popular_articles } = await client.analytics.dashboard.query({})
  const all = countTruth(events, { from: 0, to: oldest })
  const today = countTruth(events, { from: 0, to: 0 }).views
  const yesterday = countTruth(events, { from: 1, to: 1 }).views
  expect('dashboard, views', total_views, { today, yesterday, all_time: all.views })
  expect('dashboard, visitors', visitor_metrics, {
    unique_visitors: all.visitors,
    return_rate: all.return_rate,
  })
  const popular = popular_articles.map(({ article_id, view_count }) => [article_id, view_count])
  expect('dashboard, popular', popular, mostRead(all.by_article).slice(0, 5))
}

async function compareSummary({ client, events, oldest, expect }: Comparison) {
  const summary = await client.analytics.latest.query({})
  const all = countTruth(events, { from: 0, to: oldest })
  const viewsOf = (to: number) => countTruth(events, { from: 0, to }).views
  const readers = countReaders(events)
  expect('summary, views', summary?.page_views.total_views, {
    today: viewsOf(0),
    last_7_days: viewsOf(6),
    last_30_days: viewsOf(29),
    all_time: all.views,
  })
  const pages = mostRead(all.by_article).map(([id, total_views]) => ({
    page_path: articlePath(id),
    total_views,
    unique_views: readers.get(id),
  }))
  expect('summary, pages', summary?.page_views.page_stats, pages)
  expect('summary, visitors', summary?.visitor_metrics, {
    unique_visitors: all.visitors,
    return_visitors: all.return_visitors,
    return_rate: all.return_rate,
  })
}

async function compareOverview({ client, events, oldest, expect }: Comparison, period: Period) {
  const shown = await client.analytics.overview.query({ period })
  const { now, before } = truthOf(events, period, oldest)
  const what = `period ${period}`
  for (const figure of ['views', 'visitors', 'return_rate'] as const) {
    expect(
      `${what}, ${figure}`,
      [shown[figure].value, shown[figure].previous],
      [now[figure], before?.[figure] ?? null],
    )
  }
  expect(`${what}, by the desk`, shown.staff_views, now.staff_views)
  expect(`${what}, not counted`, shown.uncounted, now.uncounted)
  const pages = shown.pages.map(({ article_id, views }) => [article_id, views])
  expect(`${what}, pages`, pages, mostRead(now.by_article))
  const readers = countReaders(events)
  for (const { article_id, unique_views } of shown.pages)
    expect(`${what}, readers of ${article_id}`, unique_views, readers.get(article_id))
  expect(`${what}, referrers`, toMap(shown.referrers), now.by_referrer)
  expect(`${what}, browsers`, toMap(shown.agents), now.by_agent)
  expect(`${what}, devices`, toMap(shown.devices), now.by_device)
  compareSeries(what, shown.series.current, now, expect)
  if (before) compareSeries(`${what}, the one before`, shown.series.previous, before, expect)
}

async function compareArticle(
  { client, events, oldest, expect }: Comparison,
  period: Period,
  { id, versions }: Story,
) {
  const shown = await client.analytics.article.query({ id, period })
  const own = events.filter(({ story }) => story.id === id)
  const { now, before } = truthOf(own, period, oldest)
  const what = `period ${period}, article ${id}`
  expect(`${what}, views`, [shown.views.value, shown.views.previous], [now.views, before?.views ?? null])
  expect(`${what}, readers`, shown.unique_views, countReaders(own).get(id) ?? 0)
  expect(`${what}, by the desk`, shown.staff_views, now.staff_views)
  expect(`${what}, referrers`, toMap(shown.referrers), now.by_referrer)
  for (const version_number of [null, ...versions.map((version) => version.version_number)]) {
    const views = shown.versions.find((version) => version.version_number === version_number)?.views
    expect(`${what}, version ${version_number}`, views, now.by_version.get(`${id} ${version_number}`))
  }
}

/** Compares days one by one. For series of hours or months, only the sum is known. */
function compareSeries(
  what: string,
  points: { views: number; visitors: number | null }[],
  { views, by_day }: ReturnType<typeof countTruth>,
  expect: Comparison['expect'],
) {
  const sum = points.reduce((total, point) => total + point.views, 0)
  expect(`${what}, sum of the chart`, sum, views)
  if (points[0]?.visitors === null) return
  const shown = points.map(({ views, visitors }) => ({ views, visitors }))
  expect(`${what}, chart`, shown, by_day)
}

function truthOf(events: Event[], period: Period, oldest: number) {
  if (period === 'all') return { now: countTruth(events, { from: 0, to: oldest }), before: null }
  const days = LENGTHS[period]
  const previous: Ages = { from: days, to: 2 * days - 1 }
  return { now: countTruth(events, { from: 0, to: days - 1 }), before: countTruth(events, previous) }
}

const mostRead = (counts: Map<number, number>) =>
  [...counts].sort(([a, one], [b, other]) => other - one || a - b)

const toMap = (shares: { value: string; views: number }[]) =>
  new Map(shares.map(({ value, views }) => [value, views]))
