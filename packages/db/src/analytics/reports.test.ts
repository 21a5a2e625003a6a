import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addVersion, createPublishedArticle, createTestDb, NOON, passDays, recordViews } from '../testing.ts'
import { analyticsOverview, articleAnalytics, facetAnalytics } from './reports.ts'
import { dashboardStats, summarise, summaryFor } from './summary.ts'

const { db, close } = await createTestDb()
afterAll(close)

test('without views, every figure is zero, and nothing is compared', async () => {
  expect(await dashboardStats(db, NOON, null)).toEqual({
    total_views: { today: 0, yesterday: 0, all_time: 0 },
    visitor_metrics: { unique_visitors: 0, return_rate: 0 },
    popular_articles: [],
  })
  const all = await analyticsOverview(db, NOON, 'all', null)
  expect(all).toMatchObject({
    views: { value: 0, previous: null, change: null },
    visitors: { value: 0 },
    pages: [],
    series: { current: [{ views: 0, visitors: 0 }], previous: [] },
  })
  expect(await analyticsOverview(db, NOON, '7', null)).toMatchObject({
    views: { value: 0, previous: 0, change: null },
    return_rate: { value: 0, previous: null, change: null },
  })
})

const [ANA, BEN, CAI, DAN] = [1, 2, 3, 4] as const

describe('of two articles, one in the trash, and four visitors on five days', () => {
  let [lamp, tide, trash] = [0, 0, 0]
  let versions: number[] = []

  beforeAll(async () => {
    const first = await createPublishedArticle(db, 'The Lamp')
    lamp = first.id
    tide = (await createPublishedArticle(db, 'The Tide')).id
    trash = (await createPublishedArticle(db, 'Trash')).id
    const second = await addVersion(db, lamp, { version_number: 2, title: 'The Lamp' })
    versions = [first.version_id, second.id]

    await recordViews(db, [{ article_id: trash, visitor: DAN }])
    await db.updateTable('articles').set(inTrash).where('id', '=', trash).execute()
    await passDays(db, 30)
    await recordViews(db, [
      { article_id: lamp, visitor: ANA, version_id: versions[0]!, referrer: 'https://news.example' },
      { article_id: lamp, visitor: ANA, version_id: versions[0]! },
      { article_id: lamp, visitor: BEN, device: 'Phone', agent: 'Chrome' },
    ])
    await passDays(db, 6)
    await recordViews(db, [{ article_id: tide, visitor: ANA, staff: true }])
    await passDays(db, 1)
    await recordViews(db, [
      { article_id: lamp, visitor: CAI, version_id: versions[1]! },
      { article_id: lamp, visitor: BEN, reason: 'opted_out' },
      { article_id: trash, visitor: BEN, reason: 'bot' },
      { article_id: 9_999, visitor: BEN },
    ])
  })

  test('the dashboard shows today, everything, and the most read', async () => {
    expect(await dashboardStats(db, NOON, null)).toEqual({
      total_views: { today: 1, yesterday: 1, all_time: 6 },
      visitor_metrics: { unique_visitors: 4, return_rate: 25 },
      popular_articles: [
        { article_id: lamp, title: 'The Lamp', view_count: 4 },
        { article_id: tide, title: 'The Tide', view_count: 1 },
      ],
    })
  })

  test('the summary counts back from today, and by page', async () => {
    const { generated_at, ...summary } = await summarise(db, NOON)

    expect(Math.abs(Date.parse(generated_at) - Date.now())).toBeLessThan(60_000)
    expect(summary).toMatchObject({
      page_views: {
        total_views: { today: 1, last_7_days: 2, last_30_days: 5, all_time: 6 },
        page_stats: [
          { page_path: `/post/${lamp}`, total_views: 4, unique_views: 3 },
          { page_path: `/post/${tide}`, total_views: 1, unique_views: 1 },
          { page_path: `/post/${trash}`, total_views: 1, unique_views: 1 },
        ],
      },
      visitor_metrics: { unique_visitors: 4, return_visitors: 1, return_rate: 25 },
    })
  })

  test('a stored summary is shown with the titles of now, and without what is in the trash', async () => {
    const summary = await summarise(db, NOON)
    const popular_articles = [lamp, trash].map((id) => ({ id, title: 'As it was', views: 1 }))

    const shown = await summaryFor(db, { ...summary, popular_articles }, null)

    expect(shown.popular_articles).toEqual([{ id: lamp, title: 'The Lamp', views: 1 }])
  })

  test.each([
    ['today', { views: [1, 1, 0], visitors: [1, 1, 0], return_rate: [0, 100, -100] }],
    ['7', { views: [2, 3, -33.3], visitors: [2, 2, 0], return_rate: [50, 0, 50] }],
    ['30', { views: [5, 1, 400], visitors: [3, 1, 200], return_rate: [33.3, 0, 33.3] }],
    ['all', { views: [6, null, null], visitors: [4, null, null], return_rate: [25, null, null] }],
  ] as const)('the period %s is shown with the one before', async (period, expected) => {
    const overview = await analyticsOverview(db, NOON, period, null)

    for (const [name, [value, previous, change]] of Object.entries(expected)) {
      const key = name as keyof typeof expected // the keys of this object
      expect.soft([key, overview[key]]).toEqual([key, { value, previous, change }])
    }
    // The second time from the stored counts.
    expect((await analyticsOverview(db, NOON, period, null)).visitors).toEqual(overview.visitors)
  })

  test.each([
    ['referrer', 'https://news.example', '30', [1, 0], [['The Lamp', 1]]],
    [
      'device',
      'Desktop',
      '7',
      [2, 2],
      [
        ['The Lamp', 1],
        ['The Tide', 1],
      ],
    ],
    ['agent', 'Firefox', 'today', [1, 1], [['The Lamp', 1]]],
    [
      'referrer',
      '',
      'all',
      [5, null],
      [
        ['The Lamp', 3],
        ['The Tide', 1],
        ['Trash', 1],
      ],
    ],
    ['referrer', 'https://nobody.example', 'all', [0, null], []],
  ] as const)(
    'views by %s %j in %s are told apart by day and by article',
    async (facet, value, period, of, read) => {
      const { views, pages, series } = await facetAnalytics(db, NOON, { facet, value, period }, null)

      expect([views.value, views.previous]).toEqual(of)
      expect(pages.map((page) => [page.title, page.views])).toEqual(read)
      expect(series.current.reduce((sum, point) => sum + point.views, 0)).toBe(views.value)
    },
  )

  test('a month shows referrers, browsers, devices, articles, and uncounted attempts', async () => {
    const month = await analyticsOverview(db, NOON, '30', null)

    expect(month).toMatchObject({
      staff_views: 1,
      pages: [
        { article_id: lamp, title: 'The Lamp', page_path: `/post/${lamp}`, views: 4, unique_views: 3 },
        { article_id: tide, views: 1, unique_views: 1 },
      ],
      referrers: [
        { value: '', views: 4 },
        { value: 'https://news.example', views: 1 },
      ],
      agents: [
        { value: 'Firefox', views: 4 },
        { value: 'Chrome', views: 1 },
      ],
      devices: [
        { value: 'Desktop', views: 4 },
        { value: 'Phone', views: 1 },
      ],
      is_summarising: false,
    })
    expect(month.uncounted).toEqual([
      { reason: 'bot', attempts: 0 },
      { reason: 'prefetch', attempts: 0 },
      { reason: 'limited', attempts: 0 },
      { reason: 'opted_out', attempts: 1 },
      { reason: 'unknown_article', attempts: 2 },
    ])
  })

  test('a chart has a point for every day or hour that has begun, and for the same time before', async () => {
    const [today, week] = [
      await analyticsOverview(db, NOON, 'today', null),
      await analyticsOverview(db, NOON, '7', null),
    ]

    const { current, previous } = week.series
    expect(current.map(({ views }) => views)).toEqual([0, 0, 0, 0, 0, 1, 1])
    expect(previous.map(({ views, visitors }) => [views, visitors])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [3, 2],
    ])
    expect(current.at(-1)?.at).toBe(week.current.last_day)
    expect(today.step).toBe('hour')
    expect(today.series.previous).toHaveLength(24)
    expect(today.series.current.at(-1)).toMatchObject({ views: 1, visitors: null })
    expect(Number(today.series.current.at(-1)?.at.slice(-2))).toBe(today.series.current.length - 1)
  })

  test('an article shows which of its versions was read', async () => {
    const article = await articleAnalytics(db, NOON, { id: lamp, period: '30' }, null)

    expect(article).toMatchObject({ title: 'The Lamp', unique_views: 3, staff_views: 0, step: 'day' })
    expect(article.views).toEqual({ value: 4, previous: 0, change: null })
    expect(article.versions.map(({ version_number, views }) => [version_number, views])).toEqual([
      [2, 1],
      [1, 2],
      [null, 1],
    ])
    expect(article.series.current).toHaveLength(30)
    expect(await articleAnalytics(db, NOON, { id: lamp, period: 'today' }, null)).toMatchObject({
      step: 'day',
      series: { current: [{ views: 1 }], previous: [{ views: 0 }] },
    })
    await expect(articleAnalytics(db, NOON, { id: 9_999, period: '7' }, null)).rejects.toThrow(
      'Article not found',
    )
  })

  test('more than three months are shown month by month', async () => {
    await passDays(db, 100)

    const all = await analyticsOverview(db, NOON, 'all', null)

    expect(all.step).toBe('month')
    expect(all.series.current.reduce((sum, { views }) => sum + views, 0)).toBe(6)
    expect(all.current.first_day.slice(0, 7)).toBe(all.series.current[0]?.at)
  })

  test('the time zone decides where a day begins', async () => {
    // These zones are 26 hours apart, so one is always at least a day ahead of the other.
    const [east, west] = ['Pacific/Kiritimati', 'Etc/GMT+12']
    await recordViews(db, [{ article_id: lamp, visitor: ANA }], east)
    await recordViews(db, [{ article_id: lamp, visitor: BEN }], west)

    const todays = await Promise.all(
      [east, west].map(async (zone) => (await dashboardStats(db, zone, null)).total_views.today),
    )

    expect(todays).toEqual([1, 1])
  })
})

describe('after the site has moved to a time zone further west, where a day begins anew', () => {
  let article_id: number
  beforeAll(async () => {
    await passDays(db, 100)
    article_id = (await createPublishedArticle(db, 'The Move')).id
  })
  const today = () => analyticsOverview(db, NOON, 'today', null)

  test('its visitors are those of its views, not of the next day', async () => {
    await recordViews(
      db,
      [ANA, BEN, CAI].map((visitor) => ({ article_id, visitor })),
    )
    await passDays(db, -1)
    await recordViews(db, [{ article_id, visitor: DAN }])

    expect(await today()).toMatchObject({ views: { value: 1 }, visitors: { value: 1 } })
  })

  test('the dashboard has the figures of today and of all time that the periods have', async () => {
    const all = await analyticsOverview(db, NOON, 'all', null)
    const { total_views, visitor_metrics } = await dashboardStats(db, NOON, null)

    expect(total_views).toMatchObject({ today: 1, all_time: all.views.value })
    expect(visitor_metrics.unique_visitors).toBe(all.visitors.value)
    expect(all.pages.reduce((sum, { views }) => sum + views, 0)).toBe(all.views.value)
  })

  test('visitors who come then are in the count of the day, which had ended before', async () => {
    await passDays(db, 10)
    await recordViews(db, [{ article_id, visitor: ANA }])
    await passDays(db, 1)
    expect((await today()).visitors.previous).toBe(1)
    await passDays(db, -1)
    await recordViews(db, [{ article_id, visitor: BEN }])
    await passDays(db, 1)

    expect((await today()).visitors.previous).toBe(2)
  })
})

test('all time begins with the first attempt, also when it was not counted', async () => {
  await using site = await createTestDb()
  const { id: article_id } = await createPublishedArticle(site.db, 'The Lamp')
  await recordViews(site.db, [{ article_id, visitor: ANA, reason: 'bot' }])
  await passDays(site.db, 3)
  await recordViews(site.db, [{ article_id, visitor: ANA }])

  const [month, all] = [
    await analyticsOverview(site.db, NOON, '30', null),
    await analyticsOverview(site.db, NOON, 'all', null),
  ]

  expect(all.uncounted).toEqual(month.uncounted)
  expect(all.uncounted[0]).toEqual({ reason: 'bot', attempts: 1 })
  expect(all.series.current.map(({ views }) => views)).toEqual([0, 0, 0, 1])
})

const inTrash = {
  state: 'deleted',
  published_version_id: null,
  date_deleted: new Date().toISOString(),
} as const
