import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { as, createPublished, createUser, testApp } from '../testing.ts'
import { publicPages } from './public-pages.ts'

const app = await testApp()
const get = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })

/** A published story, and the addresses of the pages that list it. */
async function filedStory(tag: string) {
  const author = await createUser({ full_name: 'Imani Okoth' })
  const { id } = await createPublished(author)
  const { title, tags } = await as(author).articles.update({ id, title: `About ${tag}`, tags: [tag] })
  const tagPage = `/tag/${encodeURIComponent(tags[0]?.slug ?? '')}`
  return { id, author, title, tagPage, authorPage: `/author/${author.id}` }
}

describe('the pages of a tag and of an author', () => {
  test.each(['Quiet Futures', '短編小説', 'خيال علمي', '🚀', '...', 'C#'])(
    'list what is filed under %s',
    async (tag) => {
      const { title, tagPage, authorPage } = await filedStory(tag)

      const pages = [await get(tagPage), await get(authorPage)]

      expect(pages.map(({ statusCode }) => statusCode)).toEqual([200, 200])
      for (const { body } of pages) expect(body).toContain(title)
    },
  )

  test('change right after a save', async () => {
    const { id, author, tagPage, authorPage } = await filedStory('Fog')
    await Promise.all([get(tagPage), get(authorPage)])

    await as(author).articles.update({ id, title: 'Clear weather', tags: [] })

    expect((await get(tagPage)).statusCode).toBe(404)
    expect((await get(authorPage)).body).toContain('Clear weather')
  })

  test('are gone with the last published story', async () => {
    const { id, author, tagPage, authorPage } = await filedStory('Rain')
    await Promise.all([get(tagPage), get(authorPage)])

    await as(author).articles.unpublish({ id })

    expect([(await get(tagPage)).statusCode, (await get(authorPage)).statusCode]).toEqual([404, 404])
  })

  test('show another name of an author right after the change, by the author or an admin', async () => {
    const { id, author, authorPage } = await filedStory('Snow')
    const read = async () => (await Promise.all([authorPage, `/post/${id}`].map(get))).map(({ body }) => body)
    await read()

    await as(author).profile.update({ full_name: 'Imani Wanjiru' })
    for (const body of await read()) expect(body).toContain('Imani Wanjiru')
    await as(await createUser({ role: 'admin' })).users.update({ id: author.id, full_name: 'Imani Otieno' })
    for (const body of await read()) expect(body).toContain('Imani Otieno')
  })
})

test.each([
  '/tag/nothing',
  '/tag/%00',
  '/tag/..%2f..',
  '/author/0',
  '/author/01',
  '/author/x',
  '/author/999999',
  `/tag/${'x'.repeat(1500)}`,
])('%s is 404', async (url) => {
  expect((await get(url)).statusCode).toBe(404)
})

test('a page has one address, with any other query keys', async () => {
  const { tagPage } = await filedStory('Hail')

  const answers = await Promise.all([tagPage, `${tagPage}?utm=1&page=1`, `${tagPage}?page=x`].map(get))

  expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1)
  expect((await get(`${tagPage}/`)).headers.location).toBe(tagPage)
})

describe('a search', () => {
  test('finds a newly published article, and is not cached', async () => {
    const before = await get('/search?q=hailstorm')
    await filedStory('Hailstorms')
    const after = await get('/search?q=hailstorm')

    expect(before.body).toContain('No stories match “hailstorm”.')
    expect(after.body).toContain('About <mark>Hailstorms</mark>')
    expect([after.headers['cache-control'], after.headers.etag]).toEqual(['no-store', undefined])
  })

  test.each(['', '%00', '%ED%A0%80', '%22', '!%26%7C', 'x'.repeat(10_000), '-', '%F0%9F%9A%80'])(
    'for %j is answered',
    async (q) => {
      expect((await get(`/search?q=${q}`)).statusCode).toBe(200)
    },
  )
})

test('every page has a route in the web app, and a row in the table', async () => {
  const routes = await readFile(new URL('../../../web/src/routes.tsx', import.meta.url), 'utf8')

  const rendered = [...routes.matchAll(/page\(\{ path: '([^']+)'/g)].map(([, path]) => path)

  // The server renders previews by itself, and `*` is the 404 page.
  const pages = rendered.filter((path) => path !== '*' && path !== '/preview/:token')
  expect(pages).toEqual(publicPages.map(({ path }) => path))
})
