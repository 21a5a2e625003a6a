import { describe, expect, test } from 'vitest'
import { anArticle, apiOf, articles, failingApi, failure, render } from '../testing.ts'

const moon = { name: 'Moon & Mars', slug: 'moon-mars' }
const emoji = { name: '🚀', slug: '🚀' }

describe('a story', () => {
  test('links its author and its tags to their lists', async () => {
    const { html } = await render('/post/7', apiOf([anArticle({ tags: [moon, emoji] })]))

    expect(html).toContain('<a rel="author" href="/author/1"><bdi>Imani Okoth</bdi></a>')
    expect(html).toContain('<a rel="tag" href="/tag/moon-mars"><bdi>Moon &amp; Mars</bdi></a>')
    expect(html).toContain('<a rel="tag" href="/tag/%F0%9F%9A%80"><bdi>🚀</bdi></a>')
  })

  test('without tags has no list of them', async () => {
    const { html } = await render('/post/7')

    expect(html).not.toContain('aria-label="Tags"')
  })
})

describe.each([
  ['/tag/moon-mars', 'Moon & Mars'],
  ['/author/1', 'Imani Okoth'],
])('%s', (url, name) => {
  const filed = articles(25).map((article) => ({ ...article, tags: [moon] }))

  test('lists its stories below its name', async () => {
    const { status, html, text } = await render(url, apiOf(filed.slice(0, 2)))

    expect(status).toBe(200)
    expect(text).toMatch(new RegExp(`${name} .*Story 1 .*Story 2 `))
    expect(html).toContain(`<link rel="canonical" href="https://nightdesk.example${url}"/>`)
    expect(text).not.toContain('Older articles')
  })

  test('has 24 stories on a page, and shows the number of the page', async () => {
    const first = await render(url, apiOf(filed))
    const second = await render(`${url}?page=2`, apiOf(filed))

    expect(first.html.match(/Read Article/g)).toHaveLength(24)
    expect(first.html).toContain(`href="${url}?page=2"`)
    expect(second.text).toMatch(/Page 2 .*Story 25 .*Newer articles/)
  })

  test.each(['?page=2', '?page=0', '?page=x'])(
    'has no page %s when everything fits on the first',
    async (page) => {
      const { status } = await render(url + page, apiOf(filed.slice(0, 2)))

      expect(status).toBe(404)
    },
  )

  test('is a 404 without a story', async () => {
    const { status, text } = await render(url, apiOf([]))

    expect(status).toBe(404)
    expect(text).toContain("Oops! The page you're looking for doesn't exist.")
  })

  test('shows an error when the stories cannot be read', async () => {
    const { status, text } = await render(url, failingApi(failure('UNAVAILABLE', 'down')))

    expect(status).toBe(503)
    expect(text).toContain('Error fetching posts')
  })
})
