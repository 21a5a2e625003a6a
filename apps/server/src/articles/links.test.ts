import { type Block, imagePath } from '@nightdesk/contracts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  as,
  createArticle,
  createImage,
  createPublished,
  createUser,
  db,
  dependencies,
  paragraph,
} from '../testing.ts'

const editor = await createUser({ role: 'editor' })
const author = await createUser({ role: 'author' })
const { links } = as(editor)

beforeEach(async () => {
  await db.deleteFrom('link_checks').execute()
  await sql`delete from graphile_worker._private_jobs`.execute(db)
})

const linking = (url: string, text = 'here'): Block => ({
  type: 'paragraph',
  children: [{ text: 'See ' }, { type: 'link', url, children: [{ text }] }],
})

const check = (url: string, failed_for?: string) =>
  db
    .insertInto('link_checks')
    .values({
      url,
      outcome: failed_for ? 'failed' : 'works',
      status: failed_for ? 404 : 200,
      failed_since: failed_for ? sql`now() - ${failed_for}::interval` : null,
    })
    .execute()

describe('a link', () => {
  test('has its words, its place and its host', async () => {
    const heading: Block = { type: 'heading-two', children: [{ text: 'The Ferry' }] }
    const { id } = await createArticle(editor, [
      paragraph('Dusk.'),
      heading,
      linking('https://a.example/b', 'a map'),
    ])

    expect((await links.get({ id })).links).toMatchObject([
      {
        text: 'a map',
        block: 3,
        section: 'The Ferry',
        host: 'a.example',
        state: 'unchecked',
        checked_at: null,
      },
    ])
  })

  test('is dead only when checks have failed for a day', async () => {
    const urls = ['https://a.example/works', 'https://a.example/new', 'https://a.example/old'] as const
    await check(urls[0])
    await check(urls[1], '0 hours')
    await check(urls[2], '21 hours')
    const { id } = await createArticle(
      editor,
      urls.map((url) => linking(`${url}#part`)),
    )

    const found = (await links.get({ id })).links

    expect(found.map(({ state }) => state)).toEqual(['works', 'failed', 'dead'])
    expect(found[2]).toMatchObject({ status: 404, checked_at: expect.any(String) })
  })

  test('that is dead is found in the list of articles', async () => {
    await check('https://a.example/dead', '21 hours')
    await check('https://a.example/new', '0 hours')
    const { id } = await createArticle(editor, [linking('https://a.example/dead')])
    await createArticle(editor, [linking('https://a.example/new')])

    const listed = await as(editor).articles.list({ links: 'dead' })

    expect(listed.map((article) => article.id)).toEqual([id])
  })

  test('to a story of this site has its title, unless the caller may not see it', async () => {
    const draft = await createArticle(editor)
    const story = await createPublished(editor)
    const { url } = dependencies.site
    const content = [
      linking(`/post/${draft.id}`),
      linking(`${url}/post/${story.id}#end`),
      linking(`/post/${story.id}.epub`),
      linking('/post/999999'),
    ]
    const { id } = await createArticle(author, content)

    expect((await as(author).links.get({ id })).links).toMatchObject([
      { host: null, story: { id: draft.id, title: '', is_published: false } },
      { host: null, story: { id: story.id, title: 'A story', is_published: true } },
      { host: null, story: { id: story.id, title: 'A story', is_published: true } },
      { host: null, story: null },
    ])
  })

  test('to a story of somebody else has the title that readers see', async () => {
    const story = await createPublished(editor)
    const published = db.selectFrom('articles').where('id', '=', story.id).select('published_version_id')
    const before = await published.executeTakeFirstOrThrow()
    await as(editor).articles.update({ id: story.id, title: 'Not public yet' })
    // As a schedule with a frozen version leaves it.
    await db.updateTable('articles').set(before).where('id', '=', story.id).execute()
    const { id } = await createArticle(author, [linking(`/post/${story.id}`)])

    expect((await as(author).links.get({ id })).links).toMatchObject([{ story: { title: 'A story' } }])
  })
})

test('pictures have their sizes, descriptions and other stories that the caller may see', async () => {
  const image = await createImage(author.id)
  const showing: Block = {
    type: 'image',
    filename: image.filename,
    url: imagePath(image.filename),
    alt: 'A lamp',
    children: [{ text: '' }],
  }
  const outside: Block = { type: 'image', url: 'https://a.example/b.png', children: [{ text: '' }] }
  const other = await createArticle(editor, [showing])
  const own = { title: 'Own', content: [showing, outside], poster_image_id: image.id }
  const { id } = await as(author).articles.create(own)

  const file = { id: image.id, width: 1, height: 1, bytes: 1 }
  expect((await as(author).links.get({ id })).pictures).toEqual([
    { url: imagePath(image.filename), alt: '', is_poster: true, file, used_in: [] },
    { url: imagePath(image.filename), alt: 'A lamp', is_poster: false, file, used_in: [] },
    { url: 'https://a.example/b.png', alt: '', is_poster: false, file: null, used_in: [] },
  ])
  const seen = (await links.get({ id })).pictures
  expect(seen[1]?.used_in).toEqual([{ id: other.id, title: 'A story' }])
})

const queued = async () => {
  const { rows } = await sql<{ payload: object }>`
    select payload from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = task_id
    where identifier = 'check-links' order by jobs.id`.execute(db)
  return rows.map(({ payload }) => payload)
}

test('a check is queued once, and only for articles that the caller may see', async () => {
  const { id } = await createArticle(editor, [linking('https://a.example/')])

  await links.check({ id })
  await links.check({ id })

  expect((await links.get({ id })).is_checking).toBe(true)
  expect(await queued()).toEqual([{ article_id: id }])
  await expect(as(author).links.check({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(as(author).links.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the dead links of published articles are counted, for authors only their own', async () => {
  await check('https://a.example/dead', '21 hours')
  await check('https://b.example/dead', '21 hours')
  await check('https://c.example/new', '0 hours')
  const dead = [linking('https://a.example/dead#one'), linking('https://a.example/dead#two')]
  await createPublished(author, dead)
  await createPublished(editor, [
    ...dead,
    linking('https://b.example/dead'),
    linking('https://c.example/new'),
  ])
  await createArticle(editor, dead)

  expect(await links.countDead({})).toEqual({ links: 3, articles: 2 })
  expect(await as(author).links.countDead({})).toEqual({ links: 1, articles: 1 })
})

test('links that were checked less than a minute ago are not checked again', async () => {
  await check('https://a.example/')
  const { id } = await createArticle(editor, [
    linking('https://a.example/#part'),
    linking('https://b.example/'),
  ])
  expect(await links.check({ id })).toEqual({ due: 1 })

  await check('https://b.example/')
  expect(await links.check({ id })).toEqual({ due: 0 })
})

test('links that the caller has not saved yet are checked and described, for nobody else', async () => {
  const { id } = await createArticle(author, [linking('https://saved.example/')])
  const { workingCopies, links: own } = as(author)
  await workingCopies.put({
    id,
    base_version: 1,
    title: 'A story',
    content: [linking('https://new.example/')],
  })
  const hosts = async (api: typeof links) =>
    (await api.get({ id, text: 'unsaved' })).links.map(({ host }) => host)

  expect(await own.check({ id, text: 'unsaved' })).toEqual({ due: 2 })
  expect(await queued()).toContainEqual({ article_id: id, user_id: author.id })
  expect((await own.get({ id, text: 'unsaved' })).is_checking).toBe(true)
  expect(await hosts(own)).toEqual(['new.example'])
  expect(await hosts(links)).toEqual(['saved.example'])
  expect((await links.get({ id, text: 'unsaved' })).is_checking).toBe(false)
})
