import { afterAll, beforeEach, expect, test } from 'vitest'
import { addRedirects, type NewRedirect } from './redirects.ts'
import { createTestDb } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => db.deleteFrom('redirects').execute())

const { id: author_id } = await db
  .insertInto('users')
  .values({ username: 'ada@example.org', full_name: 'Ada', role: 'editor' })
  .returning('id')
  .executeTakeFirstOrThrow()
const { id: story } = await db
  .insertInto('articles')
  .values({ author_id })
  .returning('id')
  .executeTakeFirstOrThrow()

const add = (...redirects: NewRedirect[]) =>
  db.transaction().execute((tx) => addRedirects(tx, redirects, null))

async function stored() {
  const rows = await db.selectFrom('redirects').select(['path', 'article_id', 'target']).execute()
  return Object.fromEntries(rows.map(({ path, article_id, target }) => [path, article_id ?? target]))
}

test('addresses of any form lead to articles and paths', async () => {
  const added = await add(
    { address: 'https://old.example/2019/the-ferry/?utm=1', article_id: story },
    { address: '/?p=12', target: `/post/${story}/` },
    { address: '/feed/', target: '/rss.xml' },
  )

  expect(added).toEqual(['/2019/the-ferry', '/?p=12', '/feed'])
  expect(await stored()).toEqual({ '/2019/the-ferry': story, '/?p=12': story, '/feed': '/rss.xml' })
})

test('what cannot be redirected is left out, and what is redirected stays', async () => {
  await add({ address: '/a', target: '/tag/sea' })

  const added = await add(
    { address: '/a/', article_id: story },
    { address: '/b', target: 'https://evil.example/' },
    { address: '/c', target: '//evil.example' },
    { address: '/d', article_id: 999_999 },
    { address: '/', article_id: story },
    { address: '/admin/users', article_id: story },
    { address: `/post/${story}`, target: '/tag/sea' },
    { address: '/post/7.epub', article_id: story },
    { address: '/e', target: '/e/' },
    { address: '/e?x=1', target: '/e/?y=1' },
    { address: '/?p=6', target: '/index.php?p=6&x=1' },
  )

  expect(added).toEqual([])
  expect(await stored()).toEqual({ '/a': '/tag/sea' })
})

test('pages of stories and people that this site does not have are those of an earlier one', async () => {
  const { id: person } = await db
    .insertInto('people')
    .values({ name: 'Mira Sol' })
    .returning('id')
    .executeTakeFirstOrThrow()

  await add(
    { address: '/post/4000/', article_id: story },
    { address: '/author/4000', target: `/author/${person}` },
    { address: `/author/${person}`, target: '/author/4000' },
  )

  expect(await stored()).toEqual({ '/post/4000': story, '/author/4000': `/author/${person}` })
})

test('an address that stays the same is no circle for others that lead to it', async () => {
  await add({ address: '/tag/sea/', target: '/tag/sea' }, { address: '/category/sea', target: '/tag/sea' })

  expect(await stored()).toEqual({ '/category/sea': '/tag/sea' })
})

test('a chain is resolved, in whichever order it comes', async () => {
  await add({ address: '/a', target: '/b?page=2' }, { address: '/x', target: '/y' })
  await add({ address: '/y', target: '/z' }, { address: '/z', target: '/a' }, { address: '/q', target: '/x' })
  await add({ address: '/n', target: '/?p=1&x=2' })
  await add({ address: '/?p=1', target: '/x' })
  await add({ address: '/b', article_id: story })

  expect(await stored()).toEqual({
    '/a': story,
    '/b': story,
    '/n': story,
    '/?p=1': story,
    '/q': story,
    '/x': story,
    '/y': story,
    '/z': story,
  })
})

test('a circle is refused, also of two changes at once', async () => {
  await add({ address: '/a', target: '/b' })
  expect(await add({ address: '/b', target: '/c' }, { address: '/c', target: '/a' })).toEqual([])
  await add({ address: '/x', target: '/?x=1&p=5' })
  expect(await add({ address: '/?p=5', target: '/x' })).toEqual([])

  const added = await Promise.all([
    add({ address: '/one', target: '/two' }),
    add({ address: '/two', target: '/one' }),
  ])

  expect(added.flat()).toHaveLength(1)
})

test('a page stands before the redirect of its address, so that others lead to the page', async () => {
  await add({ address: '/about', article_id: story }, { address: '/us', target: '/about-us' })
  await db.insertInto('articles').values({ author_id, kind: 'page', path: '/about' }).execute()

  await add({ address: '/who', target: '/about' }, { address: '/about-us', target: '/About/' })

  expect(await stored()).toEqual({
    '/about': story,
    '/us': '/About',
    '/about-us': '/About',
    '/who': '/about',
  })
  await add({ address: '/a', target: '/b' })
  await db.insertInto('articles').values({ author_id, kind: 'page', path: '/a' }).execute()
  expect(await add({ address: '/b', target: '/a' }), 'a circle once the page is gone').toEqual([])
})

test('a redirect goes with its article', async () => {
  const { id } = await db
    .insertInto('articles')
    .values({ author_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await add({ address: '/gone', article_id: id })

  await db.deleteFrom('articles').where('id', '=', id).execute()

  expect(await stored()).toEqual({})
})

test('thousands are added at once', async () => {
  const many = Array.from({ length: 5_000 }, (_, n) => ({ address: `/old/${n}`, article_id: story }))

  expect(await add(...many)).toHaveLength(5_000)
})
