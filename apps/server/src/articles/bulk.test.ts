import { MAX_BULK } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { as, createArticle, createPublished, createUser, db, testApp, untilWaiting } from '../testing.ts'

const editor = await createUser()
const author = await createUser({ role: 'author' })
const { articles, bulk, schedules } = as(editor)

const idsOf = (...made: { id: number }[]) => made.map(({ id }) => ({ id }))
const tagsOf = async (id: number) => (await articles.get({ id })).tags.map(({ name }) => name)
const withTags = (...tags: string[]) => articles.create({ title: 'A', content: [], tags })

test('several drafts are published together, and an article that is public already is left as it is', async () => {
  const [first, second, published] = [
    await createArticle(editor),
    await createArticle(),
    await createPublished(),
  ]

  const results = await bulk.change({ change: 'publish', articles: idsOf(first, second, published) })

  expect(results.map(({ outcome }) => outcome)).toEqual(['changed', 'changed', 'unchanged'])
  const states = await db
    .selectFrom('articles')
    .where('id', 'in', [first.id, second.id, published.id])
    .select(['state'])
    .execute()
  expect(states.map(({ state }) => state)).toEqual(['published', 'published', 'published'])
})

test('a refused article says why, and does not stop the others', async () => {
  const [archived, changed, draft] = [
    await createArticle(editor),
    await createArticle(editor),
    await createArticle(editor),
  ]
  await articles.archive({ id: archived.id })
  await articles.update({ id: changed.id, title: 'Changed by somebody else' })

  const results = await bulk.change({
    change: 'publish',
    articles: idsOf(archived, changed, draft).map((item) => ({ ...item, base_version: 1 })),
  })

  expect(results).toEqual([
    { id: archived.id, outcome: 'refused', message: 'You cannot publish an article that is archived' },
    {
      id: changed.id,
      outcome: 'refused',
      message: 'This article was changed meanwhile: it is at version 2 now.',
    },
    { id: draft.id, outcome: 'changed', message: null },
  ])
  expect((await articles.get({ id: changed.id })).state).toBe('draft')
})

test('for an author, articles of others do not exist', async () => {
  const [own, foreign] = [await createArticle(author), await createPublished()]

  const results = await as(author).bulk.change({ change: 'archive', articles: idsOf(own, foreign) })

  expect(results).toEqual([
    { id: own.id, outcome: 'changed', message: null },
    { id: foreign.id, outcome: 'refused', message: 'Article not found' },
  ])
  expect((await articles.get({ id: foreign.id })).state).toBe('published')
})

// Its lines of the audit log came in between: somebody who held the words of one article, and then wrote a line, deadlocked.
test('while a change waits for the words of one of its articles, others can write to the audit log', async () => {
  const [first, second] = [await createArticle(editor), await createArticle(editor)]
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('search_documents')
      .where('article_id', '=', second.id)
      .select('article_id')
      .forUpdate()
      .execute()
    hold()
    await held
  })
  await isHeld

  const changing = bulk.change({ change: 'add_tag', tag: 'Moon', articles: idsOf(first, second) })
  await untilWaiting(1)
  await as(editor).people.create({ name: 'Somebody', bio: '' })
  release()
  await holding

  expect((await changing).map(({ outcome }) => outcome)).toEqual(['changed', 'changed'])
})

test('archived articles are restored with the schedules that archiving ended', async () => {
  const { id } = await createArticle(editor)
  const publish_at = '2199-01-01T00:00:00.000Z'
  await schedules.set({ id, publish_at })
  await bulk.change({ change: 'archive', articles: [{ id }] })

  await bulk.change({ change: 'restore', articles: [{ id, schedule: { publish_at } }] })

  expect(await articles.get({ id })).toMatchObject({ state: 'draft', scheduled_at: publish_at })
})

test('a tag is added once, and removed and put back at its place', async () => {
  const { id } = await withTags('Moons', 'Lamps')

  const again = await bulk.change({ change: 'add_tag', tag: 'moons', articles: [{ id }] })
  expect(again).toMatchObject([{ outcome: 'unchanged' }])
  await bulk.change({ change: 'add_tag', tag: 'Ferries', articles: [{ id }] })
  expect(await tagsOf(id)).toEqual(['Moons', 'Lamps', 'Ferries'])
  await bulk.change({ change: 'remove_tag', tag: 'Moons', articles: [{ id }] })
  expect(await tagsOf(id)).toEqual(['Lamps', 'Ferries'])
  await bulk.change({ change: 'add_tag', tag: 'Moons', articles: [{ id, tag_position: 1 }] })
  expect(await tagsOf(id)).toEqual(['Moons', 'Lamps', 'Ferries'])
})

test('an article with ten tags refuses another one, and keeps its own', async () => {
  const ten = Array.from({ length: 10 }, (_, index) => `Number ${index}`)
  const [full, free] = [await withTags(...ten), await withTags()]

  const results = await bulk.change({ change: 'add_tag', tag: 'Eleven', articles: idsOf(full, free) })

  expect(results.map(({ outcome }) => outcome)).toEqual(['refused', 'changed'])
  expect(await tagsOf(full.id)).toEqual(ten)
})

test('every changed article has its own line in the audit log', async () => {
  const made = [await createArticle(editor), await createArticle(editor)]
  await bulk.change({ change: 'archive', articles: idsOf(...made) })

  const lines = await db
    .selectFrom('audit_log')
    .where('action', '=', 'article.archive')
    .where(
      'target',
      'in',
      made.map(({ id }) => `article:${id}`),
    )
    .select(['actor_id', 'target'])
    .execute()
  expect(lines).toHaveLength(2)
})

test('a published story is on the home page at once', async () => {
  const app = await testApp()
  const { id } = await articles.create({ title: 'The Lamp of Vesta', content: [] })
  await app.inject('/')

  await bulk.change({ change: 'publish', articles: [{ id }] })

  expect((await app.inject('/')).body).toContain('The Lamp of Vesta')
})

test('a call without a tag, without articles or with too many is refused', async () => {
  const { id } = await createArticle(editor)
  const refused = { code: 'VALIDATION_FAILED' }

  await expect(bulk.change({ change: 'add_tag', articles: [{ id }] })).rejects.toMatchObject(refused)
  await expect(bulk.change({ change: 'publish', articles: [] })).rejects.toMatchObject(refused)
  const many = Array.from({ length: MAX_BULK + 1 }, () => ({ id }))
  await expect(bulk.change({ change: 'publish', articles: many })).rejects.toMatchObject(refused)
})
