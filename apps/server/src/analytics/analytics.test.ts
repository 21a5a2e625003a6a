import { describe, expect, test } from 'vitest'
import { as, bearer, createPublished, createUser, signIn, testApp } from '../testing.ts'

const author = await createUser({ role: 'author' })
const app = await testApp()
const headers = { ...bearer(await signIn(author)), accept: 'application/json' }
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'

const read = (id: number, token = {}) =>
  app.inject({
    method: 'POST',
    url: `/api/articles/${id}/view`,
    payload: { session_id: 'abcdefgh-0001', referrer: 'https://news.example/a' },
    headers: { 'user-agent': firefox, ...token },
  })

describe('the figures of a period', () => {
  test('include a view as soon as it is answered', async () => {
    const { id } = await createPublished(author)
    await read(id)
    await read(id, bearer(await signIn(author)))

    const answer = await app.inject({ url: '/admin/analytics?period=today', headers })

    expect(answer.json()).toMatchObject({
      success: true,
      data: {
        period: 'today',
        step: 'hour',
        views: { value: 2, previous: 0, change: null },
        visitors: { value: 1 },
        staff_views: 1,
        pages: [{ article_id: id, title: 'A story', views: 2, unique_views: 1 }],
        referrers: [{ value: 'https://news.example', views: 2 }],
        devices: [{ value: 'Desktop', views: 2 }],
      },
    })
  })

  test('are narrowed to one referrer, browser or device', async () => {
    const query = 'period=today&facet=referrer&value=https%3A%2F%2Fnews.example'
    const answer = await app.inject({ url: `/admin/analytics/facet?${query}`, headers })

    expect(answer.json()).toMatchObject({ data: { step: 'day', views: { value: 2 }, pages: [{ views: 2 }] } })
    const wrong = await app.inject({ url: '/admin/analytics/facet?facet=staff', headers })
    expect(wrong.statusCode).toBe(422)
  })

  test('include the visitors of the last five minutes', async () => {
    const answer = await app.inject({ url: '/admin/analytics/current', headers })

    expect(answer.json()).toMatchObject({ success: true, data: { visitors: 1 } })
  })

  test('cover seven days by default', async () => {
    expect((await app.inject({ url: '/admin/analytics', headers })).json()).toMatchObject({
      data: { period: '7' },
    })
  })

  test.each(['31', '-7', 'week', '', 'today&period=7'])('refuse the period %j', async (period) => {
    const answer = await app.inject({ url: `/admin/analytics?period=${period}`, headers })

    expect(answer.statusCode).toBe(422)
    expect(answer.json().fields).toMatchObject([{ path: 'period' }])
  })

  test('say that a summary is queued', async () => {
    const editor = as(await createUser())
    expect((await editor.analytics.overview({})).is_summarising).toBe(false)

    await editor.workers.triggerAnalytics({})

    expect((await editor.analytics.overview({})).is_summarising).toBe(true)
    const filter = { facet: 'device', value: 'Desktop' } as const
    expect((await editor.analytics.facet(filter)).is_summarising).toBe(true)
  })
})

test('an article that another author unpublished hides its title', async () => {
  const owner = await createUser({ role: 'author' })
  const { id } = await createPublished(owner)
  await read(id)
  const titleFor = async (user: typeof owner) =>
    (await as(user).analytics.overview({})).pages.find(({ article_id }) => article_id === id)?.title
  expect(await titleFor(author)).toBe('A story')

  await as(owner).articles.unpublish({ id })

  expect(await titleFor(author)).toBeNull()
  expect(await titleFor(owner)).toBe('A story')
  const notFound = { code: 'NOT_FOUND' }
  await expect(as(author).analytics.article({ id })).rejects.toMatchObject(notFound)
  expect((await as(await createUser()).analytics.article({ id })).views.value).toBe(1)
})

test('a missing article has no figures', async () => {
  for (const id of ['999999', 'one', '-1'])
    expect((await app.inject({ url: `/admin/analytics/articles/${id}`, headers })).statusCode).toBe(404)
})
