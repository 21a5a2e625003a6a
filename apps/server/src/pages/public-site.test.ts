import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { PageStore } from '../page-store/page-store.ts'
import {
  as,
  bearer,
  createArticle,
  createPublished,
  createUser,
  dependencies,
  paragraph,
  signIn,
  testApp,
} from '../testing.ts'

const editor = await createUser()
const app = await testApp()
const { articles } = as(editor)

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const story = (text: string) => createPublished(editor, [paragraph(text)])

describe('what readers see', () => {
  test('is the new text right after an update', async () => {
    const { id } = await story('First words.')
    await get(`/post/${id}`)
    await get('/')

    await articles.update({ id, title: 'Renamed', content: [paragraph('Second words.')] })

    expect((await get(`/post/${id}`)).body).toContain('Second words.')
    expect((await get('/')).body).toContain('Renamed')
  })

  test('appears with publishing and is gone right after unpublishing', async () => {
    const { id } = await createArticle(editor)
    const statuses = [(await get(`/post/${id}`)).statusCode]
    await articles.publish({ id })
    statuses.push((await get(`/post/${id}`)).statusCode)
    await articles.unpublish({ id })
    statuses.push((await get(`/post/${id}`)).statusCode)
    await articles.publish({ id })
    statuses.push((await get(`/post/${id}`)).statusCode)
    await articles.delete({ id })

    expect([...statuses, (await get(`/post/${id}`)).statusCode]).toEqual([404, 200, 404, 200, 404])
  })

  test.each(['/', '/tag/order', `/author/${editor.id}`, '/rss.xml', '/tag/order/rss.xml'])(
    'at %s, begins with the story that was published last, and not with one that was changed since',
    async (address) => {
      const publish = async (title: string) => {
        const { id } = await articles.create({ title, content: [], tags: ['Order'] })
        await articles.publish({ id })
        return id
      }
      const old = await publish(`An old one of ${address}`)
      await publish(`The newest one of ${address}`)
      await articles.update({ id: old, content: [paragraph('Corrected.')] })

      const [first] = /(?:An old|The newest) one of/.exec((await get(address)).body) ?? []
      expect(first).toBe('The newest one of')
    },
  )

  test('is never the old text, even with reads during the save', async () => {
    const { id } = await story('Words 0.')
    for (let round = 1; round <= 5; round++) {
      const reads = Array.from({ length: 4 }, () => get(`/post/${id}`))
      await articles.update({ id, content: [paragraph(`Words ${round}.`)] })

      expect((await get(`/post/${id}`)).body).toContain(`Words ${round}.`)
      await Promise.all(reads)
    }
  })

  test('is the same for everybody, signed in or not', async () => {
    const { id } = await story('Once.')
    const headers = { ...bearer(await signIn(editor)), 'x-session-id': 'abcdefgh-0001' }
    const stranger = await get(`/post/${id}`)
    dependencies.pages.drop('everything')

    const member = await get(`/post/${id}`, headers)

    expect([member.body, member.headers.etag]).toEqual([stranger.body, stranger.headers.etag])
  })
})

describe('a cached page', () => {
  test.each([
    ['br', promisify(brotliDecompress)],
    ['gzip', promisify(gunzip)],
  ])('is sent as %s, with the same text', async (encoding, decompress) => {
    const plain = await get('/')

    const packed = await get('/', { 'accept-encoding': encoding })

    expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' })
    expect((await decompress(packed.rawPayload)).toString()).toBe(plain.body)
  })

  test.each([
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0.0,br;q=0', undefined],
    ['identity', undefined],
  ])('for a client that takes %s comes as %s', async (accepted, encoding) => {
    const { headers } = await get('/', { 'accept-encoding': accepted })

    expect(headers['content-encoding']).toBe(encoding)
  })

  test.each(['br', 'gzip', 'identity'])(
    'has a strong tag of its own as %s, answered with 304',
    async (accepted) => {
      const encoding = { 'accept-encoding': accepted }
      const { headers } = await get('/', encoding)

      const etag = String(headers.etag)
      const again = await get('/', { ...encoding, 'if-none-match': `"other", ${etag}` })

      expect(etag).toMatch(
        accepted === 'identity' ? /^"[\w-]{27}"$/ : new RegExp(`^"[\\w-]{27}-${accepted}"$`),
      )
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
      expect(again.headers['cache-control']).toBe('public, max-age=0, s-maxage=30, stale-while-revalidate=60')
    },
  )

  test('gets another tag with another text', async () => {
    const { id } = await story('Before.')
    const { headers } = await get(`/post/${id}`)
    await articles.update({ id, content: [paragraph('After.')] })

    const again = await get(`/post/${id}`, { 'if-none-match': String(headers.etag) })

    expect(again.statusCode).toBe(200)
  })

  test('is answered to HEAD without a body, with the same headers', async () => {
    const [whole, head] = [await get('/'), await app.inject({ method: 'HEAD', url: '/' })]

    expect([head.statusCode, head.body]).toEqual([200, ''])
    for (const name of ['etag', 'cache-control', 'content-type', 'content-length'])
      expect(head.headers[name]).toBe(whole.headers[name])
  })

  test('is one for any unknown keys of the query', async () => {
    const { id } = await story('Once.')
    const keys: string[] = []
    const pages: PageStore = {
      ...dependencies.pages,
      get: (key, ...rest) => dependencies.pages.get(keys[keys.push(key) - 1]!, ...rest),
    }
    const watched = await testApp({ pages })

    for (const url of ['/', '/?utm=1', '/?page=1', '/?page=x', '/?page=1&page=2', '/?page=01', '/?page=-1'])
      await watched.inject(url)
    for (const url of [`/post/${id}`, `/post/${id}?a=1`]) await watched.inject(url)

    expect([...new Set(keys)]).toEqual(['/', `/post/${id}`])
  })
})

describe('a missing page', () => {
  test.each([
    '/post/999999',
    '/post/1e3',
    '/post/01',
    '/post/-1',
    '/post/abc',
    '/post/99999999999',
    '/nowhere',
    '/%ff',
    '/post/%E0%A4%A',
  ])('%s is the 404 page, and is not cached', async (url) => {
    const answer = await get(url, { accept: 'text/html' })

    expect(answer.statusCode).toBe(404)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    })
  })

  test('a draft does not show', async () => {
    const { id } = await createArticle(editor, [paragraph('Secret plans.')])

    const answers = [await get(`/post/${id}`), await get('/'), await get('/api/articles')]

    for (const { body } of answers) expect(body).not.toContain('Secret plans.')
  })
})

test.each(['/privacy', '/terms'])('%s is a page', async (url) => {
  expect((await get(url)).statusCode).toBe(200)
})

test('a cover is drawn for any article, and may be cached for a day', async () => {
  const { statusCode, headers } = await get('/covers/7.svg')

  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' })
})

test.each([
  ['/privacy/', '/privacy'],
  ['/terms/?from=/footer/', '/terms?from=/footer/'],
  ['/post/1/', '/post/1'],
])('%s redirects to the address of the page', async (url, location) => {
  const { statusCode, headers } = await get(url)
  expect([statusCode, headers.location]).toEqual([301, location])
})

test.each([
  ['/Search?q=Lamp', '/search?q=Lamp'],
  ['/PRIVACY//?from=A', '/privacy?from=A'],
])('a person who opens %s is led to the page with all that was asked for', async (url, location) => {
  const { statusCode, headers } = await get(url, { accept: 'text/html' })
  expect([statusCode, headers.location]).toEqual([301, location])
})

test('pages name their speculation rules, which have the required content type', async () => {
  const { headers } = await get('/')
  const rules = await get(JSON.parse(String(headers['speculation-rules'])))
  expect(rules.headers['content-type']).toMatch(/^application\/speculationrules\+json/)
  expect(rules.json().prefetch[0].where.and).toContainEqual({
    not: { href_matches: expect.arrayContaining(['/admin/*', '/api/*', '/*.*']) },
  })
})
