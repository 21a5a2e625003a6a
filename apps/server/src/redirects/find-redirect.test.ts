import { isOwnAddress } from '@nightdesk/contracts'
import { addRedirects, announceChange, connect, type NewRedirect, REDIRECTS } from '@nightdesk/db'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createLog } from '../log.ts'
import { createPageStore } from '../page-store/page-store.ts'
import { publicPages } from '../pages/public-pages.ts'
import {
  as,
  contextOf,
  createArticle,
  createCaller,
  createPublished,
  createUser,
  db,
  dependencies,
  testApp,
} from '../testing.ts'
import { createFindRedirect } from './find-redirect.ts'

const pages = createPageStore()
const find_redirect = createFindRedirect(db, pages, dependencies.readSite)
const logged: string[] = []
const log = createLog('warn', { write: (line) => void logged.push(line) })
const app = await testApp({ pages, find_redirect }, log)
const ada = await createUser()
const { id } = await createPublished(ada)
const story = `/post/${id}`

/** Adds redirects as an import does in another process. */
async function add(...redirects: NewRedirect[]) {
  await db.transaction().execute(async (tx) => {
    await addRedirects(tx, redirects, null)
    await announceChange(tx, { tags: [REDIRECTS], has_cdn: false })
  })
  pages.drop([REDIRECTS])
}

async function get(url: string, accept = 'text/html') {
  const { statusCode, headers } = await app.inject({ url, headers: { accept } })
  return statusCode === 301 ? headers.location : statusCode
}

describe('an address of an earlier site', () => {
  beforeAll(async () => {
    await as(ada).articles.update({ id, tags: ['Sea'] })
    await as(ada).articles.publish({ id })
    await add(
      { address: '/2019/05/the-ferry/', article_id: id },
      { address: '/caf%c3%a9', article_id: id },
      { address: '/?p=123', article_id: id },
      { address: '/?page_id=7', target: '/privacy' },
      { address: '/category/sea', target: '/tag/sea' },
      { address: '/author/ada', target: `/author/${ada.id}` },
      { address: '/tag/harbour', target: '/tag/sea?page=2' },
      { address: '/feed/', target: '/rss.xml' },
      { address: '/blog', target: '/' },
      { address: '/wp-content/uploads/lamp.jpg', target: '/api/uploads/lamp.png' },
      { address: '/post/the-ferry', article_id: id },
    )
  })

  test.each([
    ['/2019/05/the-ferry', story],
    ['/2019/05/the-ferry/', story],
    ['/2019//05/the-ferry/index.html?utm_source=letter', story],
    ['/2019/05/the-ferry/feed/', story],
    ['/2019/05/the-ferry/amp/', story],
    ['/caf%C3%A9/', story],
    ['/caf%c3%a9', story],
    ['/?p=123', story],
    ['/index.php?p=123', story],
    ['/?preview=true&page_id=7', '/privacy'],
    ['/category/sea/page/3/', '/tag/sea'],
    ['/category/sea/feed/', '/tag/sea/rss.xml'],
    ['/author/ada', `/author/${ada.id}`],
    ['/author/ada/feed/atom/', `/author/${ada.id}/rss.xml`],
    ['/blog/feed/', '/rss.xml'],
    ['/tag/harbour', '/tag/sea?page=2'],
    ['/post/the-ferry', story],
    ['/index.html', '/'],
    ['/index.php?utm_source=letter', '/'],
  ])('%s is redirected to %s', async (address, location) => {
    expect(await get(address)).toBe(location)
  })

  test.each(['/2019/05/the-ferry', '/?p=123', '/tag/harbour', '/caf%c3%a9'])(
    '%s is answered once: no page is sent after the redirect',
    async (address) => {
      logged.length = 0
      await get(address)
      expect(logged).toEqual([])
    },
  )

  test('is redirected for programs too, and not remembered for ever', async () => {
    expect(await get('/wp-content/uploads/lamp.jpg', 'image/webp,*/*')).toBe('/api/uploads/lamp.png')
    expect(await get('/feed/', 'application/rss+xml')).toBe('/rss.xml')

    const { headers } = await app.inject('/feed')
    expect(headers['cache-control']).toMatch(/max-age=0/)
  })

  test.each([
    ['/?p=124', 200],
    ['/2019/05/the-fery', 404],
    ['/feed/feed', '/rss.xml'],
    ['/caf%C4', 404],
  ])('%s is answered with %s', async (address, answer) => expect(await get(address)).toBe(answer))
})

test('a redirect that is added is followed at once, where a page or a 404 was', async () => {
  expect([await get('/?p=555'), await get('/new-one')]).toEqual([200, 404])

  await add({ address: '/?p=555', article_id: id }, { address: '/new-one', article_id: id })

  expect([await get('/?p=555'), await get('/new-one')]).toEqual([story, story])
})

test('a redirect to a story that is not published is not found, as the story is', async () => {
  const caller = createCaller(contextOf(ada, { pages }))
  const { id } = await createArticle(ada)
  await add({ address: '/later', article_id: id })
  expect(await get('/later')).toBe(404)

  await caller.articles.publish({ id })
  expect(await get('/later')).toBe(`/post/${id}`)

  await caller.articles.unpublish({ id })
  expect(await get('/later')).toBe(404)
})

test('the lists of an old site lead to the page of all stories that has them', async () => {
  await add(
    { address: '/page', target: '/' },
    { address: '/2012', target: '/' },
    { address: '/2013', target: '/tag/sea' },
    { address: '/category/empty', target: '/tag/empty' },
  )
  const old = await createPublished(ada)
  const dates = { date_published: '2012-05-31T23:00:00Z', date_created: '2012-05-01T00:00:00Z' }
  await db
    .updateTable('articles')
    .set({ ...dates, date_updated: '2012-06-01T00:00:00Z' })
    .where('id', '=', old.id)
    .execute()
  for (let n = 0; n < 30; n++) await createPublished(ada)
  pages.drop('everything')

  const asked = ['/page/2/', '/page/90/', '/2012/', '/2012/05/', '/2012/05/31/page/3', '/index.php/2012/05/']
  for (const address of asked) expect([address, await get(address)]).toEqual([address, '/?page=2'])
  for (const address of ['/2012/04/', '/page/1'])
    expect([address, await get(address)]).toEqual([address, '/'])
  expect(await get('/2012/13/')).toBe(404)
  expect(await get('/category/empty')).toBe(404)
})

test('an address has its own redirect before that of a shorter one, and a moved page in any letter case', async () => {
  const own = { '/2014/05': '/tag/a', '/page/7': '/tag/b', '/guide/page/2': '/tag/c', '/old-team': '/tag/d' }
  const shorter = { '/2014': '/', '/guide': '/tag/e' }
  await as(ada).articles.update({ id, tags: ['a', 'b', 'c', 'd', 'e'] })
  await add(...Object.entries({ ...own, ...shorter }).map(([address, target]) => ({ address, target })))

  for (const [address, target] of Object.entries(own))
    expect([address, await get(address)]).toEqual([address, target])
  expect(await get('/Old-Team/')).toBe('/tag/d')
})

test('an address of WordPress with a number is not that of the home page where a site of WordPress was', async () => {
  const draft = await createArticle(ada)
  expect(await get('/?cat=4')).toBe(200)

  await add({ address: '/?feed=rss2', target: '/rss.xml' }, { address: '/?p=900', article_id: draft.id })

  expect(await get('/?feed=rss2')).toBe('/rss.xml')
  expect([await get('/?cat=4'), await get('/?author=3'), await get('/?p=900')]).toEqual([410, 410, 404])
  expect([await get('/'), await get('/?page=1'), await get('/?utm_source=letter')]).toEqual([200, 200, 200])
  await db.deleteFrom('redirects').where('path', '=', '/?feed=rss2').execute()
})

test('a number below a page is that of a story of an earlier site', async () => {
  const page = await as(ada).articles.create({ kind: 'page', title: 'Blog', content: [], path: '/weblog' })
  await as(ada).articles.publish({ id: page.id })
  await add({ address: '/weblog/?p=12', article_id: id })

  const answers = await Promise.all(
    ['/weblog/?p=12', '/weblog/?p=13', '/weblog/', '/weblog'].map((url) => get(url)),
  )

  expect(answers).toEqual([story, '/weblog', '/weblog', 200])
})

test('no page of the site is hidden', async () => {
  await as(ada).articles.update({ id, tags: ['Sea'] })
  const own = publicPages.flatMap(({ path }) => path.replace(/:id/, String(id)).replace(/:slug/, 'sea'))
  pages.drop('everything')
  const before = await Promise.all(own.map((path) => get(path)))

  await db
    .insertInto('redirects')
    .values(
      [...own, '/admin', '/api/articles', '/rss.xml', '/robots.txt']
        .filter((path) => path !== '/')
        .map((path) => ({ path, target: '/elsewhere' })),
    )
    .execute()
  pages.drop('everything')

  expect(await Promise.all(own.map((path) => get(path)))).toEqual(before)
  expect([await get('/admin'), await get('/rss.xml'), await get('/robots.txt')]).toEqual([200, 200, 200])
})

test('no redirect can take a page with a name', () => {
  const named = publicPages.map(({ path }) => path).filter((path) => path !== '/' && !path.includes(':'))

  expect(named.filter((path) => !isOwnAddress(path))).toEqual([])
})

test('no address is led to itself', async () => {
  await add({ address: '/a', target: '/a/feed' })
  await db.insertInto('redirects').values({ path: '/?p=6', target: '/?p=6' }).execute()
  pages.drop([REDIRECTS])

  expect([await get('/a/feed/'), await get('/a'), await get('/?p=6')]).toEqual([404, '/a/feed', 200])
})

test('unknown addresses ask the database nothing, and the known once', async () => {
  let asked = 0
  const counting = db.withPlugin({
    transformQuery({ node }) {
      asked++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const find = createFindRedirect(counting, createPageStore(), dependencies.readSite)
  await add({ address: '/known', article_id: id })

  for (let n = 0; n < 1_000; n++) expect(await find(`/unknown/${n}`)).toBeNull()
  expect(asked).toBe(1)
  for (let n = 0; n < 100; n++) expect(await find('/known/')).toBe(story)
  expect(asked).toBe(2)
})

test('a server that starts while the database is down does not say that an address is unknown, and sends cached pages', async () => {
  const away = connect('postgresql://nobody@127.0.0.1:1/nothing')
  onTestFinished(() => away.close())
  const pages = createPageStore()
  const started = await testApp({
    db: away.db,
    pages,
    find_redirect: createFindRedirect(away.db, pages, dependencies.readSite),
  })
  const ask = (url: string, accept: string) => started.inject({ url, headers: { accept } })
  expect((await (await testApp({ pages })).inject('/')).statusCode).toBe(200)

  for (const url of ['/unknown', '/caf%E9', '/tag/', '/?p=12']) {
    const { statusCode, headers, body } = await ask(url, 'text/html')
    expect([url, statusCode]).toEqual([url, 503])
    expect(headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
    expect(body).toMatch(/^<!doctype html>/i)
  }
  expect((await ask('/lamp.jpg', 'image/webp')).json()).toMatchObject({ code: 'UNAVAILABLE' })
  expect((await ask('/', 'text/html')).statusCode).toBe(200)
})
