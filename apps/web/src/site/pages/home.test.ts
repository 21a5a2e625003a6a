import { expect, test } from 'vitest'
import { anArticle, apiOf, articles, failingApi, failure, render } from '../testing.ts'

test('the hero introduces the magazine and links to the articles', async () => {
  const { html, text, status } = await render('/')
  expect(status).toBe(200)
  expect(text).toContain('Short stories & science fiction')
  expect(text).toContain('Quiet futures and strange weather.')
  expect(html).toMatch(/<a [^>]*href="#articles"[^>]*>Explore Articles<\/a>/)
  expect(html).toContain('id="articles"')
})

test('a card shows the updated day, the title, the beginning of the content and a link', async () => {
  const article = anArticle({ date_updated: '2026-11-20T22:00:00.000Z', excerpt: '' })
  const { html, text } = await render('/', apiOf([article]))
  expect(text).toContain('Latest Articles')
  expect(text).toContain('Nov 21, 2026 · 11 min')
  expect(text).toContain('The Lighthouse Keeper of Ceres')
  expect(text).toContain('Every ninety hours the lamp turns toward Earth.')
  expect(html).toMatch(/<a [^>]*href="\/post\/7"[^>]*>Read Article<\/a>/)
})

test('a long title is cut at 70 graphemes and the excerpt at 180', async () => {
  // One grapheme of two UTF-16 code units.
  const letter = 'e\u0301'
  const content = [{ type: 'paragraph', children: [{ text: letter.repeat(181) }] }]
  const { text } = await render('/', apiOf([anArticle({ title: letter.repeat(71), content, excerpt: '' })]))
  expect(text).toContain(` ${letter.repeat(70)}… `)
  expect(text).toContain(` ${letter.repeat(180)}… `)
})

test('a card shows the excerpt written for the story, or else a longer beginning of its text', async () => {
  const content = [
    { type: 'heading-two', children: [{ text: 'Dusk' }] },
    { type: 'paragraph', children: [{ text: '***' }] },
    { type: 'paragraph', children: [{ text: 'lamp '.repeat(60) }] },
  ]
  const shown = async (excerpt: string) => (await render('/', apiOf([anArticle({ content, excerpt })]))).text
  expect(await shown('By the last light.')).toContain('By the last light.')
  expect(await shown(`${'lamp '.repeat(30).trim()}…`)).toContain(` ${'lamp '.repeat(36).trim()}… `)
  expect(await shown(`${'word '.repeat(50)}`)).toContain(` ${'word '.repeat(36).trim()}… `)
})

test('an article with a poster shows it, one without shows its cover', async () => {
  const poster_url = '/api/uploads/abcdefghijklmnopqrstuvwxyz.jpg'
  const { html } = await render('/', apiOf([anArticle({ poster_url }), anArticle({ id: 8 })]))
  expect(html).toContain(`<img src="${poster_url}"`)
  expect(html).toContain('<img src="/covers/8.svg"')
})

test('the picture of the home page is says how wide it is shown', async () => {
  const url = '/api/uploads/abcdefghijklmnopqrstuvwxyz.jpg'
  const variants = [{ url, width: 400, format: 'avif' as const }]
  const hero_picture = { url, width: 400, height: 200, variants }
  const { html } = await render('/', apiOf([]), { hero: 'picture', hero_picture })
  expect(html).toContain(
    `srcSet="${url} 400w" sizes="(min-width: 760px) max(44vw, 80rem), max(100vw, 28rem)"/>`,
  )
  expect(html).toContain(
    `<img class="hero-picture" src="${url}" alt="" width="400" height="200" loading="eager"`,
  )
})

test('a site without articles says so', async () => {
  const { status, text } = await render('/', apiOf([]))
  expect(status).toBe(200)
  expect(text).toContain('No articles found. Check back soon!')
})

test('24 articles fill a page, and the 25th is on the next', async () => {
  const first = await render('/', apiOf(articles(25)))
  expect(first.html.match(/Read Article/g)).toHaveLength(24)
  expect(first.html).toMatch(/<a [^>]*href="\/\?page=2"[^>]*>Older articles/)
  const second = await render('/?page=2', apiOf(articles(25)))
  expect(second.text).toContain('Story 25')
  expect(second.html).toMatch(/<a [^>]*href="\/"[^>]*>Newer articles/)
  expect(second.text).not.toContain('Older articles')
})

test('exactly 24 articles are a single page', async () => {
  const { text } = await render('/', apiOf(articles(24)))
  expect(text).toContain('24 stories')
  expect(text).not.toContain('Older articles')
})

test.each([999, 1_999])('page %i links to an older one only if that exists', async (page) => {
  const { published } = apiOf([])
  const endless = { published: { ...published, list: async ({ limit = 1 }) => articles(limit) } }

  const { html } = await render(`/?page=${page}`, endless)

  const [, older] = /href="([^"]*)"[^>]*>Older articles/.exec(html) ?? []
  expect(older !== undefined).toBe((await render(`/?page=${page + 1}`, endless)).status === 200)
})

test.each(['2', '0', '-1', '01', '1e3', 'x', ''])('there is no page %s', async (page) => {
  const { status, text } = await render(`/?page=${page}`)
  expect(status).toBe(404)
  expect(text).toContain("Oops! The page you're looking for doesn't exist.")
})

test('a failed call shows an error without its cause, and returns the cause for the log', async () => {
  const error = new Error('connect postgres://secret')
  const { status, text, html, cause } = await render('/', failingApi(error))
  expect(status).toBe(500)
  expect(text).toContain('Error fetching posts')
  expect(html).not.toContain('secret')
  expect(cause).toBe(error)
})

test.each(['UNAVAILABLE', 'SERVICE_UNAVAILABLE'])('%s is a 503', async (code) => {
  const { status, text } = await render('/', failingApi(failure(code, 'down')))
  expect(status).toBe(503)
  expect(text).toContain('Error fetching posts')
})
