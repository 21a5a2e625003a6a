import { expect, onTestFinished, test, vi } from 'vitest'
import { createPageStore } from './page-store.ts'
import type { Rendered, StoredPage } from './stored-page.ts'

const page = (body: string, status = 200): Rendered => ({ status, type: 'text/html', body })
const render = (body: string, status?: number) => async () => page(body, status)
const text = ({ identity }: StoredPage) => identity.body.toString()
const never = () => Promise.reject(new Error('rendered again'))

/** A render that ends on demand. */
function slowRender() {
  const { promise, resolve } = Promise.withResolvers<Rendered>()
  return { render: () => promise, finish: (body: string) => resolve(page(body)) }
}

test('a page is rendered once and cached', async () => {
  const pages = createPageStore()
  const first = await pages.get('/', [], render('Hello'))

  expect(await pages.get('/', [], never)).toBe(first)
})

test('concurrent requests for a page render it once', async () => {
  const pages = createPageStore()
  const slow = slowRender()
  const waiting = [pages.get('/', [], slow.render), pages.get('/', [], never), pages.get('/', [], never)]

  slow.finish('Hello')

  expect((await Promise.all(waiting)).map(text)).toEqual(['Hello', 'Hello', 'Hello'])
})

test('a change drops the pages that show it, and no other', async () => {
  const pages = createPageStore()
  await pages.get('/post/1', ['article:1'], render('old'))
  const other = await pages.get('/post/2', ['article:2'], render('other'))

  pages.drop(['article:1', 'lists'])

  expect(text(await pages.get('/post/1', ['article:1'], render('new')))).toBe('new')
  expect(await pages.get('/post/2', ['article:2'], never)).toBe(other)
})

test('a page dropped while it is rendered reaches earlier requests, and no later ones', async () => {
  const pages = createPageStore()
  const slow = slowRender()
  const before = pages.get('/', ['lists'], slow.render)

  pages.drop(['lists'])
  const after = pages.get('/', ['lists'], render('new'))
  slow.finish('old')

  expect([text(await before), text(await after)]).toEqual(['old', 'new'])
  expect(text(await pages.get('/', ['lists'], never))).toBe('new')
})

test('a failed render fails every waiting request, and is not cached', async () => {
  const pages = createPageStore()
  const fail = () => Promise.reject(new Error('The database is away'))
  const waiting = await Promise.allSettled([pages.get('/', [], fail), pages.get('/', [], fail)])

  const failure = { status: 'rejected', reason: new Error('The database is away') }
  expect(waiting).toEqual([failure, failure])
  expect(text(await pages.get('/', [], render('Hello')))).toBe('Hello')
})

test('only successes are cached', async () => {
  const pages = createPageStore()
  await pages.get('/post/9', [], render('Not found', 404))

  expect(text(await pages.get('/post/9', [], render('Here now')))).toBe('Here now')
})

test('clearing drops everything, also pages that are being rendered', async () => {
  const pages = createPageStore()
  const slow = slowRender()
  await pages.get('/a', [], render('old'))
  const waiting = pages.get('/b', [], slow.render)

  pages.drop('everything')
  slow.finish('old')
  await waiting

  const after = [await pages.get('/a', [], render('new')), await pages.get('/b', [], render('new'))]
  expect(after.map(text)).toEqual(['new', 'new'])
})

test('beyond its bytes the store drops the least recently used page', async () => {
  const pages = createPageStore({ maxBytes: 22_400 }) // four of these pages
  const noise = () => Buffer.from(crypto.getRandomValues(new Uint8Array(1000))).toString('base64')
  for (const key of ['/a', '/b', '/c', '/d']) await pages.get(key, [], render(noise()))
  await pages.get('/a', [], never)

  for (const key of ['/e', '/f']) await pages.get(key, [], render(noise()))

  const cached = await Promise.allSettled(['/a', '/b', '/c'].map((key) => pages.get(key, [], never)))
  expect(cached.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
})

test('a page that would fill the store is sent, but not cached', async () => {
  const pages = createPageStore({ maxBytes: 12_000 })
  const small = await pages.get('/', [], render('small'))

  const large = await pages.get('/large', [], render('x'.repeat(5000)))

  expect(large.identity.body).toHaveLength(5000)
  expect(await pages.get('/', [], never)).toBe(small)
  await expect(pages.get('/large', [], never)).rejects.toThrow('rendered again')
})

test('a value that a database which hangs keeps back stays what it was, and is read again later', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const pages = createPageStore()
  let answer = Promise.resolve('old')
  const value = pages.value([], () => answer)
  await value()

  pages.setConnected(false)
  answer = new Promise(() => {})
  vi.advanceTimersByTime(2_000)
  expect([await value(), await value()]).toEqual(['old', 'old'])

  answer = Promise.resolve('new')
  vi.advanceTimersByTime(2_000)
  expect(await value()).toBe('new')
})

test('a value that was read is read again at once when everything is dropped', async () => {
  const pages = createPageStore()
  const read = vi.fn(async () => 'known')
  const value = pages.value([], read)
  pages.drop('everything')
  expect(read).not.toHaveBeenCalled()

  await value()
  pages.drop('everything')
  expect(read).toHaveBeenCalledTimes(2)
  await value()
  expect(read).toHaveBeenCalledTimes(2)
})

test('without notifications of other servers, a page is cached for a second', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const pages = createPageStore()
  pages.setConnected(false)
  await pages.get('/', [], render('old'))

  vi.advanceTimersByTime(900)
  expect(text(await pages.get('/', [], never))).toBe('old')
  vi.advanceTimersByTime(200)
  expect(text(await pages.get('/', [], render('new')))).toBe('new')
  pages.setConnected(true)
  vi.advanceTimersByTime(60_000)
  expect(text(await pages.get('/', [], never))).toBe('new')
})
