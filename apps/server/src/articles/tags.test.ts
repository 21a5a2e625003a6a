import { describe, expect, test } from 'vitest'
import { as, createArticle, createPublished, createUser, db, testApp } from '../testing.ts'

const editor = await createUser()
const app = await testApp()
const { articles } = as(editor)
const reader = as(null).published

const get = (url: string) => app.inject({ url })
const names = ({ tags }: { tags: { name: string }[] }) => tags.map(({ name }) => name)

/** A tag that no other test uses. */
let last = 0
const newTag = () => `Subject ${++last}`

describe('an article', () => {
  test('is created with tags, and shows them in their order', async () => {
    const [first, second] = [newTag(), newTag()]

    const { id, tags } = await articles.create({ title: 'A', content: [], tags: [second, `  ${first} `] })

    expect(tags).toEqual([
      { name: second, slug: `subject-${last}` },
      { name: first, slug: `subject-${last - 1}` },
    ])
    expect((await articles.get({ id })).tags).toEqual(tags)
    expect((await articles.list({ tag: `subject-${last}` })).map((found) => found.id)).toEqual([id])
  })

  test('keeps its tags when a save does not name them, and loses them when it names none', async () => {
    const { id } = await articles.create({ title: 'A', content: [], tags: [newTag(), newTag()] })

    const [kept, cleared] = [
      await articles.update({ id, title: 'B' }),
      await articles.update({ id, tags: [] }),
    ]

    expect([kept.tags.length, cleared.tags.length]).toEqual([2, 0])
  })

  test('takes the existing spelling of a tag', async () => {
    const tag = newTag()
    await articles.create({ title: 'A', content: [], tags: [tag] })

    const created = await articles.create({ title: 'B', content: [], tags: [tag.toUpperCase(), `${tag}!`] })

    expect(names(created)).toEqual([tag])
  })

  test('gets no new version for its tags, and no new date', async () => {
    const before = await createArticle(editor)

    const after = await articles.update({ id: before.id, tags: [newTag()] })

    expect(after).toEqual({ ...before, tags: after.tags })
    expect(await articles.update({ id: before.id, tags: names(after) })).toEqual(after)
  })

  test('keeps tags that another person added meanwhile', async () => {
    const [old, mine, theirs] = [newTag(), newTag(), newTag()]
    const { id } = await articles.create({ title: 'A', content: [], tags: [old] })
    await articles.update({ id, tags: [old, theirs], base_tags: [old] })

    const merged = await articles.update({ id, tags: [mine], base_tags: [old] })

    expect(names(merged)).toEqual([theirs, mine])
  })

  test('keeps its tags when its text is reverted', async () => {
    const { id, version_id } = await createArticle(editor)
    const tag = newTag()
    await articles.update({ id, title: 'B', tags: [tag] })

    expect(names(await as(editor).versions.revert({ id, version_id }))).toEqual([tag])
  })

  test.each([
    ['11 tags', Array.from({ length: 11 }, (_, n) => `t${n}`), 'An article can have at most 10 tags'],
    ['an empty one', [' '], 'Tag is required'],
    ['a long one', ['x'.repeat(51)], 'Tag must be at most 50 characters long'],
    ['NUL', ['a\0'], 'Tag contains characters that cannot be stored'],
  ])('with %s is refused', async (_what, tags, message) => {
    await expect(articles.create({ title: 'A', content: [], tags })).rejects.toThrow(message)
  })

  test('with eleven tags after those of another are added is refused', async () => {
    const { id } = await articles.create({ title: 'A', content: [] })
    await articles.update({ id, tags: Array.from({ length: 10 }, newTag), base_tags: [] })

    await expect(articles.update({ id, tags: [newTag()], base_tags: [] })).rejects.toThrow('at most 10 tags')
  })
})

test('the audit log names the tags of an article', async () => {
  const { id } = await createArticle(editor)
  const tag = newTag()
  await articles.update({ id, tags: [tag] })

  const line = await db
    .selectFrom('audit_log')
    .where('target', '=', `article:${id}`)
    .where('action', '=', 'article.update')
    .select('detail')
    .executeTakeFirstOrThrow()
  expect(line.detail).toEqual({ tags: [tag] })
})

test('concurrent saves with the same new tags all succeed', async () => {
  const tags = [newTag(), newTag(), newTag()]

  const made = await Promise.all(
    [tags, tags.toReversed(), tags, tags.toReversed()].map((own) =>
      articles.create({ title: 'A', content: [], tags: own }),
    ),
  )

  expect(made.map(names)).toEqual([tags, tags.toReversed(), tags, tags.toReversed()])
})

describe('the tags that there are', () => {
  test('have the number of their articles: all for writers, published ones for readers', async () => {
    const [used, draft] = [newTag(), newTag()]
    const { id } = await createPublished(editor)
    await articles.update({ id, tags: [used, draft] })
    await articles.create({ title: 'B', content: [], tags: [used] })
    const only = (list: { name: string; article_count: number }[]) =>
      list.filter(({ name }) => name === used || name === draft).map((tag) => tag.article_count)

    expect([only(await articles.tags({})), only(await reader.tags({}))]).toEqual([
      [2, 1],
      [1, 1],
    ])
  })

  test('are, for an author, those of own articles with counts, and public ones', async () => {
    const author = await createUser({ role: 'author' })
    const [own, secret, open] = [newTag(), newTag(), newTag()]
    const { id } = await createPublished(editor)
    await articles.update({ id, tags: [open] })
    await articles.create({ title: 'B', content: [], tags: [own, secret] })
    const { id: ownId } = await as(author).articles.create({ title: 'C', content: [], tags: [own] })

    const seen = async () =>
      (await as(author).articles.tags({}))
        .filter(({ name }) => [own, secret, open].includes(name))
        .map(({ name, article_count }) => [name, article_count])

    expect(await seen()).toEqual([
      [own, 1],
      [open, 0],
    ])
    await as(author).articles.delete({ id: ownId })
    expect(await seen()).toEqual([[open, 0]])
  })

  test('are gone with their last article', async () => {
    const tag = newTag()
    const { id } = await articles.create({ title: 'A', content: [], tags: [tag] })
    await articles.delete({ id })

    expect((await articles.tags({})).map(({ name }) => name)).not.toContain(tag)
  })
})

describe('readers', () => {
  test('find the articles of a tag, and of an author', async () => {
    const author = await createUser({ role: 'author' })
    const { id } = await createPublished(author)
    const draft = await createArticle(author)
    const tag = newTag()
    for (const each of [id, draft.id]) await as(author).articles.update({ id: each, tags: [tag] })

    const byTag = await get(`/api/articles?tag=subject-${last}`)
    const byAuthor = await get(`/api/articles?author=${author.id}`)

    const ids = [byTag, byAuthor].map((answer) => answer.json().map((found: { id: number }) => found.id))
    expect(ids).toEqual([[id], [id]])
  })

  test('see new tags on every page right after a save', async () => {
    const { id } = await createPublished(editor)
    const tag = newTag()
    await get('/api/tags')
    await get(`/api/articles/${id}`)

    await articles.update({ id, tags: [tag] })

    expect((await get('/api/tags')).body).toContain(tag)
    expect((await get(`/api/articles/${id}`)).body).toContain(tag)
  })
})

test('unsaved work keeps its tags, and those of the article when it names none', async () => {
  const copies = as(editor).workingCopies
  const [saved, unsaved] = [newTag(), newTag()]
  const { id } = await articles.create({ title: 'A', content: [], tags: [saved] })
  const stored = async (tags?: string[]) => {
    await copies.put({ id, base_version: 1, title: 'B', content: [], tags })
    return (await copies.get({ id }))!.tags.map(({ name }) => name) // it differs from the article
  }

  expect([await stored(), await stored([unsaved]), await stored()]).toEqual([[saved], [unsaved], [unsaved]])
  expect(names(await articles.get({ id }))).toEqual([saved])
})
