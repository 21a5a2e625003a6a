import { ORIGINAL_PATHS, pagePathProblem } from '@nightdesk/contracts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createPageStore } from '../page-store/page-store.ts'
import { listenForChanges } from '../pages/web.ts'
import { createFindPage } from '../published/find-page.ts'
import { createFindRedirect } from '../redirects/find-redirect.ts'
import { openSiteCopy } from '../site-copy.ts'
import {
  as,
  createImage,
  createPublished,
  createUser,
  db,
  dependencies,
  paragraph,
  testApp,
  url,
} from '../testing.ts'
import { CALLS, leaksAt, PUBLIC_ROUTES, routesOf } from '../visibility/testing.ts'

const app = await testApp()
const editor = await createUser({ full_name: 'Wanjiru Editor' })
const { articles, redirects } = as(editor)

/** Takes the published pages away, so that each test has the addresses for itself. */
beforeEach(async () => {
  for (const { id } of await articles.list({ kind: 'page' })) await articles.delete({ id })
  await db.deleteFrom('redirects').execute()
  dependencies.pages.drop('everything')
})

let count = 0
const createPage = (path: string, more: object = {}) =>
  articles.create({
    kind: 'page',
    title: `Page ${++count}`,
    path,
    content: [paragraph('Who we are.')],
    ...more,
  })

async function publishPage(path: string, more: object = {}) {
  const { id } = await createPage(path, more)
  return articles.publish({ id })
}

/** The status and where it leads to, or the heading of the page. */
async function get(address: string, server: FastifyInstance = app) {
  const { statusCode, headers, body } = await server.inject({
    url: address,
    headers: { accept: 'text/html' },
  })
  return [statusCode, headers.location ?? /<h1[^>]*>(.*?)<\/h1>/.exec(body)?.[1]]
}

const NOT_FOUND = [404, 'Oops! The page you&#x27;re looking for doesn&#x27;t exist.']

describe('a published page', () => {
  test('stands at its address, in the search and the sitemap, and in nothing that lists stories', async () => {
    const words = {
      title: 'Mastheadword',
      text: 'Pagetextword',
      excerpt: 'Pageexcerptword',
      path: '/mastheadpath',
    }
    const { title, text, excerpt, path } = words
    const neighbour = await createPublished(editor)
    const page = await publishPage(path, { title, excerpt, content: [paragraph(text)], shows_byline: true })
    await as(editor).corrections.create({ id: page.id, text: 'Correctionword' })
    const { id } = page
    const fixture = { id, author_id: editor.id, title, text, excerpt, tag: 'none', author: '', picture: '' }
    const seen = [...Object.values(words), 'Correctionword', `/post/${id}`, `/cards/${id}`]

    const shows: string[] = []
    for (const route of [...PUBLIC_ROUTES, ...CALLS]) {
      const found = await leaksAt(app, route, fixture, seen)
      if (found.length > 0) shows.push(route.route)
    }

    expect(shows.sort()).toEqual([
      '/api/search',
      '/search',
      '/sitemap-:part.xml',
      '/sitemap.xml',
      '/trpc/:path',
    ])
    expect((await app.inject(path)).body).toContain(text)
    expect((await as(null).published.neighbours({ id: neighbour.id })).next).toBeNull()
    expect((await as(null).published.search({ q: text })).hits.map(({ article }) => article.path)).toEqual([
      path,
    ])
    expect((await app.inject(`/search?q=${text}`)).body).toContain(`<a href="${path}">`)
    const mine = await articles.list({})
    expect(mine.map((article) => article.id)).not.toContain(id)
  })

  test('has no e-book, no card and no views, and its number leads to its address', async () => {
    const { id, version_id } = await publishPage('/about')
    const view = { session_id: 'abcdefgh-0001', version_id }

    const viewed = await app.inject({ method: 'POST', url: `/api/articles/${id}/view`, payload: view })

    expect(viewed.statusCode).toBe(404)
    expect(await get(`/post/${id}`)).toEqual([301, '/about'])
    for (const address of [`/post/${id}.epub`, `/cards/${id}-${version_id}.png`, `/api/articles/${id}`])
      expect([address, (await app.inject(address)).statusCode]).toEqual([address, 404])
  })

  test.each([
    ['/about/team', '/about/team', 200],
    ['/about/team?utm_source=letter', '/about/team', 200],
    ['/about/team/', '/about/team', 301],
    ['/About/TEAM', '/about/team', 301],
    ['/%C3%BCber', '/über', 200],
    ['/%c3%bcber', '/über', 200],
    ['/%C3%9Cber/', '/über', 301],
    ['/about.php', '/about.php', 200],
  ])('%s is the page %s: %i', async (asked, path, status) => {
    const { title } = await publishPage(path)

    expect(await get(asked)).toEqual(status === 200 ? [200, title] : [301, encodeURI(path)])
  })

  test('is answered to programs, to HEAD, and unchanged to those who have it', async () => {
    await publishPage('/about')

    const { headers, body } = await app.inject({ url: '/about', headers: { accept: '*/*' } })
    const head = await app.inject({ method: 'HEAD', url: '/about' })
    const again = await app.inject({ url: '/about', headers: { 'if-none-match': String(headers.etag) } })

    expect(body).toContain('Who we are.')
    expect(headers['content-security-policy']).toBeDefined()
    expect([head.statusCode, head.body, again.statusCode]).toEqual([200, '', 304])
  })

  test('shows its byline only if that is wanted', async () => {
    const { id } = await publishPage('/about', { title: 'Bylineword' })
    const addresses = ['/about', '/api/page?path=/about', '/search?q=Bylineword', '/api/search?q=Bylineword']
    for (const address of addresses)
      expect((await app.inject(address)).body, address).not.toContain('Wanjiru Editor')

    await articles.update({ id, shows_byline: true })

    for (const address of addresses)
      expect((await app.inject(address)).body, address).toContain('Wanjiru Editor')
    // Who wrote no story has no page of their own.
    expect((await app.inject('/about')).body).not.toContain('/author/')
  })

  test('is not found before it is published, and after it is withdrawn', async () => {
    const { id, title } = await createPage('/about')
    expect(await get('/about')).toEqual(NOT_FOUND)

    await articles.publish({ id })
    expect(await get('/about')).toEqual([200, title])
    await articles.unpublish({ id })
    expect(await get('/about')).toEqual(NOT_FOUND)
  })

  test('is in a copy of the site that is read without a server', async () => {
    await publishPage('/about/us')
    await using copy = await openSiteCopy({ DATABASE_URL: url, DATA_DIR: '/tmp', NODE_ENV: 'test' })

    expect((await copy.get('/sitemap.xml')).body.toString()).toContain('/about/us</loc>')
    expect((await copy.get('/about/us')).body.toString()).toContain('Who we are.')
  })

  test('is previewed as a page', async () => {
    const { id, title } = await createPage('/about')
    const { url: link } = await as(editor).previews.create({ id })

    const { body } = await app.inject(new URL(link).pathname)

    expect(body).toContain(title)
    expect(body).not.toContain('Download EPUB')
  })
})

test('an unknown address asks the database nothing', async () => {
  await publishPage('/about')
  let asked = 0
  const counting = db.withPlugin({
    transformQuery({ node }) {
      asked++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const find = createFindPage(counting, createPageStore())

  for (let n = 0; n < 1_000; n++) expect(await find(`/unknown/${n}`)).toBeUndefined()
  expect(await find('/about')).toMatchObject({ path: '/about' })
  expect(asked).toBe(1)
})

describe('an address', () => {
  test('that changes leads to the new one, and may be taken by another page', async () => {
    const first = await publishPage('/about')
    await articles.update({ id: first.id, path: '/masthead' })
    expect([await get('/about'), await get('/masthead')]).toEqual([
      [301, '/masthead'],
      [200, first.title],
    ])

    const second = await publishPage('/about')
    expect(await get('/about')).toEqual([200, second.title])

    await articles.update({ id: second.id, path: '/us' })
    await articles.update({ id: first.id, path: '/about' })
    expect([await get('/about'), await get('/masthead'), await get('/us')]).toEqual([
      [200, first.title],
      [301, '/about'],
      [200, second.title],
    ])
  })

  test('leads to the page that had it last, whatever it was redirected to before', async () => {
    const story = await createPublished(editor)
    await redirects.create({ path: '/about', target: `/post/${story.id}` })
    const first = await publishPage('/about')
    await articles.update({ id: first.id, path: '/masthead' })
    expect(await get('/about')).toEqual([301, '/masthead'])

    const second = await publishPage('/about')
    await redirects.create({ path: '/who', target: '/about' })
    expect(await get('/who')).toEqual([301, '/about'])
    await articles.update({ id: second.id, path: '/us' })
    for (const old of ['/about', '/who']) expect(await get(old)).toEqual([301, '/us'])
  })

  test.each([
    ['/a', '/b'],
    ['/über', '/ßa'],
  ])('%s is swapped with %s by way of a third one, without a circle', async (one, other) => {
    const [first, second] = [await publishPage(one), await publishPage(other)]

    await articles.update({ id: first.id, path: '/third' })
    await articles.update({ id: second.id, path: one })
    await articles.update({ id: first.id, path: other })

    expect(await get(encodeURI(one))).toEqual([200, second.title])
    expect(await get(encodeURI(other))).toEqual([200, first.title])
    expect(await get('/third')).toEqual([301, encodeURI(other)])
    await articles.unpublish({ id: second.id })
    const [status, location] = await get(encodeURI(one))
    if (status === 301) expect(await get(String(location))).toEqual([200, first.title])
  })

  test('that was not found before is no longer counted as such', async () => {
    const missing = { path: '/%C3%BCber', requests: 7, last_at: new Date().toISOString() }
    await db.insertInto('missing_addresses').values(missing).execute()

    await createPage('/über')

    expect(await redirects.missing({})).toMatchObject({ count: 0 })
  })

  test('of a page that was never public leaves nothing behind', async () => {
    const { id } = await createPage('/draft')
    await articles.update({ id, path: '/other' })

    expect((await redirects.list({})).count).toBe(0)
  })

  test('that was redirected is that of the page while it is public, and no redirect can have it', async () => {
    const story = await createPublished(editor)
    await redirects.create({ path: '/about/', target: `/post/${story.id}` })
    const { id, title } = await publishPage('/about')
    expect(await get('/about')).toEqual([200, title])

    await articles.unpublish({ id })
    expect(await get('/about')).toEqual([301, `/post/${story.id}`])
    await articles.update({ id, path: '/masthead' })
    const message = `The page “${title}” has this address. Move or delete that page first.`
    const refused = { code: 'CONFLICT', fields: [{ path: 'path', message }] }
    await expect(redirects.create({ path: '/Masthead', target: '/' })).rejects.toMatchObject(refused)
    const other = await redirects.create({ path: '/other', target: '/tag/sea' })
    await expect(redirects.update({ id: other.id, path: '/masthead/' })).rejects.toMatchObject(refused)
  })

  test('is that of one page, whatever its case, and free again once that is in the trash', async () => {
    const first = await createPage('/about')
    const refused = {
      code: 'VALIDATION_FAILED',
      fields: [{ path: 'path', message: `The page “${first.title}” has this address` }],
    }
    await expect(createPage('/About')).rejects.toMatchObject(refused)

    await articles.delete({ id: first.id })
    await createPage('/about')
    await expect(articles.restore({ id: first.id })).rejects.toThrow(
      'Another page has the address /about now.',
    )
  })

  test('is given to one of those who want it at the same time', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => createPage('/wanted')))

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  test('cannot be one of any route or file of ours', async () => {
    await app.ready()
    const wanted = routesOf(app)
      .map((route) => route.replace(/:\w+/g, '7').replace('*', 'site.css'))
      .filter((path) => !ORIGINAL_PATHS.some((original) => original === path))

    expect(wanted).toEqual(
      expect.arrayContaining(['/favicon.svg', '/assets/site.css', '/admin/articles/7', '/sitemap.xml']),
    )
    expect(wanted.filter((path) => pagePathProblem(path) === undefined)).toEqual([])
  })
})

describe('privacy and terms', () => {
  test('have their original text until another one is published, and again when that is withdrawn', async () => {
    const original = (await app.inject('/privacy')).body
    const page = await articles.original({ path: '/privacy' })
    expect(page).toMatchObject({ kind: 'page', path: '/privacy', state: 'draft', title: 'Privacy Policy' })
    expect((await app.inject('/privacy')).body).toBe(original)

    await articles.update({ id: page.id, title: 'Our privacy', content: [paragraph('We know nothing.')] })
    await articles.publish({ id: page.id })
    expect(await get('/privacy')).toEqual([200, 'Our privacy'])
    expect((await app.inject('/sitemap.xml')).body.match(/\/privacy</g)).toHaveLength(1)
    expect(await get('/privacy/')).toEqual([301, '/privacy'])

    await articles.unpublish({ id: page.id })
    expect((await app.inject('/privacy')).body).toBe(original)
    await articles.publish({ id: page.id })
    await articles.delete({ id: page.id })
    expect((await app.inject('/privacy')).body).toBe(original)
  })

  test('get their original text back as a new version', async () => {
    const { id, content } = await articles.original({ path: '/terms' })
    await articles.update({ id, title: 'Rules', content: [paragraph('None.')] })

    const back = await articles.original({ path: '/terms' })

    expect(back).toMatchObject({ id, title: 'Terms and Conditions', content, version_number: 3 })
    const published = await articles.publish({ id })
    expect((await app.inject('/terms')).body).toContain('<h2 id="1-acceptance"')
    expect(published.state).toBe('published')
  })

  test('are opened as somebody has made them meanwhile, by whoever still sees the original text', async () => {
    const { id } = await articles.original({ path: '/terms' })
    const { version_number } = await articles.update({ id, title: 'Our terms' })

    const opened = await articles.original({ path: '/terms', only_if_missing: true })

    expect(opened).toMatchObject({ id, title: 'Our terms', version_number })
  })
})

describe('who may write pages', () => {
  test('authors neither make nor see them, not even those that they own', async () => {
    const author = await createUser({ role: 'author' })
    const mine = as(author).articles
    const { id } = await createPage('/about')
    await db.updateTable('articles').set({ author_id: author.id }).where('id', '=', id).execute()

    await expect(mine.create({ kind: 'page', title: 'A', path: '/a', content: [] })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    for (const call of [mine.get, mine.publish, mine.delete])
      await expect(call({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(mine.original({ path: '/terms' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    for (const kind of ['page', 'any'] as const) expect(await mine.list({ kind })).toEqual([])
    expect(await as(author).versions.search({ q: 'who we are' })).toEqual([])

    const { id: picture, filename } = await createImage(author.id)
    const shown = { type: 'image', filename, children: [{ text: '' }] }
    await articles.update({ id, poster_image_id: picture })
    const own = await mine.create({ title: 'Own', content: [shown] })
    expect((await as(author).links.get({ id: own.id })).pictures).toMatchObject([{ used_in: [] }])
  })

  test('a preview link of somebody who is an author now ends', async () => {
    const former = await createUser({ role: 'editor' })
    const { id } = await as(former).articles.create({ kind: 'page', title: 'Us', path: '/us', content: [] })
    const { url: link } = await as(former).previews.create({ id })
    expect((await app.inject(new URL(link).pathname)).statusCode).toBe(200)

    await db.updateTable('users').set({ role: 'author' }).where('id', '=', former.id).execute()

    expect((await app.inject(new URL(link).pathname)).statusCode).toBe(404)
  })

  test.each([
    ['a page without an address', { kind: 'page' }, 'Address is required'],
    ['a story with an address', { path: '/a' }, 'A story has no address of its own'],
    ['a page with tags', { kind: 'page', path: '/a', tags: ['Sea'] }, 'A page has no tags'],
  ] as [string, Partial<Parameters<typeof articles.create>[0]>, string][])(
    '%s is refused',
    async (_, input, message) => {
      await expect(articles.create({ title: 'A', content: [], ...input })).rejects.toThrow(message)
    },
  )
})

describe('several servers', () => {
  const pages = createPageStore()
  const { promise: hearing, resolve: connected } = Promise.withResolvers<void>()
  const heard = {
    ...pages,
    setConnected(isConnected: boolean) {
      pages.setConnected(isConnected)
      if (isConnected) connected()
    },
  }
  const changes = listenForChanges(url, heard, createLog('silent'))
  afterAll(changes.stop)
  beforeAll(() => hearing)

  test('show a page, its withdrawal and its new address as soon as they hear of it', async () => {
    const find_page = createFindPage(db, pages)
    const find_redirect = createFindRedirect(db, pages, dependencies.readSite)
    const other = await testApp({ pages, find_page, find_redirect })
    expect(await get('/about', other)).toEqual(NOT_FOUND)

    const { id, title } = await publishPage('/about')
    await expect.poll(() => get('/about', other)).toEqual([200, title])
    await articles.update({ id, path: '/masthead' })
    await expect.poll(() => get('/about', other)).toEqual([301, '/masthead'])
    await articles.unpublish({ id })
    await expect.poll(() => get('/masthead', other)).toEqual(NOT_FOUND)
  })
})
