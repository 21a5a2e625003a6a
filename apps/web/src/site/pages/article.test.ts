import { expect, test } from 'vitest'
import { anArticle, apiOf, failingApi, failure, render } from '../testing.ts'

test('an article shows a breadcrumb, its title, its dates and its text', async () => {
  const article = anArticle({ date_updated: '2026-11-07T10:00:00.000Z' })
  const { status, html, text } = await render('/post/7', apiOf([article]))
  expect(status).toBe(200)
  expect(text).toMatch(/ Home +Article +The Lighthouse Keeper of Ceres /)
  expect(text).toContain('Published: November 5, 2026')
  expect(text).toContain('Updated: November 7, 2026')
  expect(text).toContain('11 min read')
  expect(html).toContain('<p dir="auto">Every ninety hours the lamp turns toward Earth.</p>')
})

test('an article that did not change after publication shows no update', async () => {
  const { text } = await render('/post/7')
  expect(text).not.toContain('Updated:')
})

test('the page tells the script which version it shows', async () => {
  const { html } = await render('/post/7')
  expect(html).toMatch(/<article [^>]*data-article-id="7" data-version-id="31"/)
})

test('headings of the text have lower levels than the title', async () => {
  const content = [{ type: 'heading-one', children: [{ text: 'Night' }] }]
  const { html } = await render('/post/7', apiOf([anArticle({ content })]))
  expect(html).toContain('<h2 id="night" dir="auto"><a class="anchor" href="#night">Night</a></h2>')
  expect(html.match(/<h1/g)).toHaveLength(1)
})

test('the poster is above the text', async () => {
  const poster_url = '/api/uploads/abcdefghijklmnopqrstuvwxyz.jpg'
  const { html } = await render('/post/7', apiOf([anArticle({ poster_url })]))
  expect(html).toMatch(new RegExp(`<img class="poster" src="${poster_url}"`))
})

test('markup that an author types is shown as text everywhere', async () => {
  const attack = '"><script>alert(1)</script>'
  const content = [{ type: 'paragraph', children: [{ text: attack }] }]
  const { html } = await render('/post/7', apiOf([anArticle({ title: attack, excerpt: attack, content })]))
  expect(html).not.toContain('<script>alert')
})

test.each(['/post/99', '/post/0', '/post/07', '/post/1e3', '/post/x', '/post/99999999999'])(
  '%s is not found',
  async (url) => {
    const { status, html, text } = await render(url)
    expect(status).toBe(404)
    expect(text).toContain('Article not found')
    expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Return to Home<\/a>/)
  },
)

test('a failed call shows a sentence without its cause', async () => {
  const { status, html, text } = await render('/post/7', failingApi(new Error('relation "articles" is gone')))
  expect(status).toBe(500)
  expect(text).toContain('Something went wrong. Please try again later.')
  expect(text).toContain('Return to Home')
  expect(html).not.toContain('relation')
})

test('while the database is unavailable the page is a 503', async () => {
  const { status } = await render('/post/7', failingApi(failure('UNAVAILABLE', 'down')))
  expect(status).toBe(503)
})
