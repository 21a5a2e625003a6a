import { unavailable } from '@nightdesk/contracts'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createShedding } from '../http/overload.ts'
import { createLog } from '../log.ts'
import { as, createPublished, createUser, db, dependencies, testApp } from '../testing.ts'
import { createCostlyReads } from './costly-reads.ts'

const app = await testApp()
const editor = await createUser()
const { id } = await createPublished(editor)

const trpc = (path: string, ...inputs: object[]) => {
  const names = inputs.map(() => path).join()
  const input = encodeURIComponent(JSON.stringify({ ...inputs }))
  return app.inject(`/trpc/${names}?batch=1&input=${input}`)
}

test('a batch of ten whole lists is refused', async () => {
  const answer = await trpc('published.list', ...Array.from({ length: 10 }, () => ({})))

  expect([answer.statusCode, answer.json().error.data.code]).toEqual([400, 'BAD_REQUEST'])
})

describe('tRPC and REST', () => {
  test('answer a list from the page store, each in its own form', async () => {
    const first = await app.inject('/api/articles?limit=1')
    // No invalidation follows, so only a new read shows it.
    await sql`update article_versions set title = 'Unseen' where article_id = ${id}`.execute(db)

    const [list] = (await trpc('published.list', { limit: 1 })).json()
    const single = await app.inject(`/trpc/published.get?input=${JSON.stringify({ id })}`)
    const again = await app.inject(`/trpc/published.get?input=${JSON.stringify({ id })}`)

    expect(list).toEqual({ result: { data: first.json() } })
    expect(single.body).toBe(again.body)
    expect(single.json().result.data).toMatchObject({ id, title: 'Unseen' })
  })

  test('answer the same for a missing article in a batch', async () => {
    const answer = await trpc('published.get', { id }, { id: 999_999_999 })

    expect(answer.statusCode).toBe(207)
    expect(answer.json()).toMatchObject([
      { result: { data: { id } } },
      { error: { message: 'Article not found', data: { code: 'NOT_FOUND' } } },
    ])
  })

  test.each([
    [`{"id":${id}}`, ''],
    [`{"0":{"id":${id}}}`, '&batch=1'],
  ])('run a read that fails under overload once: %s', async (input, batch) => {
    const get = vi.fn(() => Promise.reject(unavailable(2)))
    const own = await testApp({ pages: { ...dependencies.pages, get } })

    const answer = await own.inject(`/trpc/published.get?input=${input}${batch}`)

    expect([answer.statusCode, get.mock.calls.length]).toEqual([503, 1])
  })

  test('refuse the same input', async () => {
    const answers = [
      await app.inject('/api/articles?limit=0'),
      await app.inject('/trpc/published.list?input={"limit":0}'),
    ]

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422])
  })
})

describe('a list of more than a hundred', () => {
  beforeAll(async () => {
    const inTurn = pLimit(4)
    await Promise.all(Array.from({ length: 101 }, () => inTurn(() => createPublished(editor))))
  })

  test.each([`author=${editor.id}`, 'q=story', 'page=1'])('has a hundred rows by ?%s', async (query) => {
    const list = await app.inject(`/api/articles?${query}`)

    expect(list.json()).toHaveLength(100)
  })

  test('has a hundred without parameters, and the others on the next page', async () => {
    expect((await app.inject('/api/articles')).json()).toHaveLength(100)
    expect(await as(null).published.list({ page: 2 })).toHaveLength(2)
  })
})

test('two costly reads run at once and twenty wait; more are refused, and other reads do not wait', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const costly_reads = createCostlyReads(createShedding(createLog('silent')))
  const slow = costly_reads('published.search').run(() => held)
  const alsoSlow = costly_reads('published.search').run(() => held)
  const busy = await testApp({ costly_reads })

  const waiting = Array.from({ length: 21 }, () => busy.inject('/api/search?q=story'))
  const refused = await Promise.race(waiting)
  const list = await busy.inject('/api/articles?q=story')
  release()

  expect([refused.statusCode, refused.headers['retry-after'], refused.json().code]).toEqual([
    503,
    '2',
    'UNAVAILABLE',
  ])
  expect(list.statusCode).toBe(200)
  const statuses = (await Promise.all(waiting)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  await Promise.all([slow, alsoSlow])
})
