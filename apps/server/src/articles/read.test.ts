import { beforeAll, describe, expect, test } from 'vitest'
import { as, createArticle, createUser, db } from '../testing.ts'

const editor = await createUser()
const [ada, ben] = [await createUser({ role: 'author' }), await createUser({ role: 'author' })]

const titles = (rows: { title: string }[]) => rows.map(({ title }) => title)

describe('the list', () => {
  const api = as(editor).articles

  beforeAll(async () => {
    for (const title of ['beta 100%', 'Alpha', 'gamma_1']) await api.create({ title, content: [] })
    const { id } = await api.create({ title: 'Trash', content: [], excerpt: 'in ALPHA style' })
    await api.delete({ id })
  })

  test('begins with the newest change, without content and without the trash', async () => {
    const rows = await api.list({})

    expect(titles(rows)).toEqual(['gamma_1', 'Alpha', 'beta 100%'])
    expect(rows[0]).not.toHaveProperty('content')
  })

  test('shows the trash when asked for it', async () => {
    expect(titles(await api.list({ state: 'deleted' }))).toEqual(['Trash'])
  })

  test.each([
    ['title', ['Alpha', 'beta 100%', 'gamma_1']],
    ['-title', ['gamma_1', 'beta 100%', 'Alpha']],
    ['date_updated', ['beta 100%', 'Alpha', 'gamma_1']],
  ] as const)('sorts by %s', async (sort, expected) => {
    expect(titles(await api.list({ sort }))).toEqual(expected)
  })

  test.each([
    ['ALPHA', ['Alpha']],
    ['%', ['beta 100%']],
    ['_', ['gamma_1']],
    ['\\', []],
    ["' or 1=1 --", []],
  ])('finds the exact text %j in any case', async (q, expected) => {
    expect(titles(await api.list({ q }))).toEqual(expected)
  })

  test('searches excerpts too', async () => {
    expect(titles(await api.list({ q: 'alpha', state: 'deleted' }))).toEqual(['Trash'])
  })

  test('comes in pages that neither repeat nor skip', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => api.list({ page, limit: 2, sort: 'title' })))

    expect(pages.map(titles)).toEqual([['Alpha', 'beta 100%'], ['gamma_1'], []])
  })

  test('sorts by state', async () => {
    const states = (rows: { state: string }[]) => rows.map(({ state }) => state)
    const { id } = await createArticle(editor)
    await api.publish({ id })

    expect(states(await api.list({ sort: '-state', limit: 2 }))).toEqual(['published', 'draft'])
  })
})

describe('an author', () => {
  test('lists only own articles', async () => {
    const { id } = await createArticle(ada)
    await createArticle(ben)

    const rows = await as(ada).articles.list({})

    expect(rows.map((row) => row.id)).toEqual([id])
  })

  test('finds no article of others, and changes none', async () => {
    const before = await createArticle(ben)
    const { articles, versions } = as(ada)
    const { id, version_id } = before

    const attempts = await Promise.allSettled([
      articles.get({ id }),
      articles.update({ id, title: 'Mine now' }),
      articles.publish({ id }),
      articles.unpublish({ id }),
      articles.archive({ id }),
      articles.restore({ id }),
      articles.delete({ id }),
      versions.list({ id }),
      versions.revert({ id, version_id }),
    ])

    for (const attempt of attempts) expect(attempt).toMatchObject({ reason: { code: 'NOT_FOUND' } })
    expect(await as(ben).articles.get({ id })).toEqual(before)
  })

  test('writes and publishes own articles', async () => {
    const { id } = await createArticle(ada)

    const article = await as(ada).articles.publish({ id })

    expect(article).toMatchObject({ state: 'published', author_id: ada.id })
  })
})

test('an editor’s save does not change the author', async () => {
  const { id } = await createArticle(ben)

  const saved = await as(editor).articles.update({ id, title: 'Edited' })

  const version = await db
    .selectFrom('article_versions')
    .where('id', '=', saved.version_id)
    .select('created_by')
    .executeTakeFirstOrThrow()
  expect([saved.author_id, version.created_by]).toEqual([ben.id, editor.id])
})

test.each(['rope yrs', 'yea rop', 'rop ye', 'ROPE Yers'])('%j finds The Rope Years', async (q) => {
  const writer = await createUser({ role: 'author' })
  const { articles } = as(writer)
  const { id } = await articles.create({ title: 'The Rope Years', content: [] })
  await articles.create({ title: 'Years of Sand', content: [] })

  expect((await articles.list({ q })).map((article) => article.id)).toEqual([id])
})

test('later pages of a search compare words as the first does', async () => {
  const { articles } = as(await createUser({ role: 'author' }))
  for (const title of ['Ferryman', 'Ferrymen']) await articles.create({ title, content: [] })
  const page = async (number: number) =>
    titles(await articles.list({ q: 'ferryman', limit: 1, page: number }))

  expect([await page(1), await page(2)]).toEqual([['Ferryman'], []])
})
