import type { SearchResult } from '@nightdesk/contracts'
import { describe, expect, test } from 'vitest'
import type { PublicApi } from '../../server-api.ts'
import { anArticle, apiOf, failingApi, failure, render } from '../testing.ts'

const pieces = (text: string, hit: string, rest: string) => [
  { text, is_hit: false },
  { text: hit, is_hit: true },
  { text: rest, is_hit: false },
]
const hit = (id: number) => ({
  article: anArticle({ id }),
  title: pieces('The ', 'Lighthouse', ' Keeper'),
  snippet: pieces('A <b>lone</b> ', 'lighthouse', ' blinks.'),
})

/** Answers every search with this result, and records the queries. */
function searching(answer: Partial<SearchResult>, asked: string[] = []): PublicApi {
  const { published } = apiOf([])
  const tags = async () => [{ name: 'Moon', slug: 'moon', article_count: 2 }]
  const search = async ({ q }: { q: string }) => {
    asked.push(q)
    return { searched_for: q, suggestion: null, total: answer.hits?.length ?? 0, hits: [], ...answer }
  }
  return { published: { ...published, tags, search } }
}

test('every page has a search form that needs no script', async () => {
  const { html } = await render('/')

  expect(html).toMatch(/<form action="\/search"><input [^>]*aria-label="Search stories"[^>]* name="q"/)
  expect(html).toContain('href="/search">Search</a>')
})

describe('the search page', () => {
  test('without a query has the form and the tags', async () => {
    const { status, html, text } = await render('/search', searching({}))

    expect(status).toBe(200)
    expect(html).toContain('<a rel="tag" href="/tag/moon"><bdi>Moon</bdi></a>')
    expect(text).not.toContain('No stories')
  })

  test('marks the hits, and shows markup as text', async () => {
    const { html, text } = await render('/search?q=lighthouse', searching({ hits: [hit(7)] }))

    expect(html).toContain('<a href="/post/7">The <mark>Lighthouse</mark> Keeper</a>')
    expect(html).toContain('A &lt;b&gt;lone&lt;/b&gt; <mark>lighthouse</mark> blinks.')
    expect(html).toContain('value="lighthouse"')
    expect(text).toContain('1 result')
  })

  test('is not indexed by search engines', async () => {
    const { html } = await render('/search?q=a', searching({ hits: [hit(7)] }))

    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).not.toContain('rel="canonical"')
  })

  test('shows the corrected spelling that it searched for', async () => {
    const api = searching({ hits: [hit(7)], searched_for: 'lighthouse' })

    const { text } = await render('/search?q=lihgthouse', api)

    expect(text).toContain('No stories match “lihgthouse”. These match “lighthouse”.')
  })

  test('says that it found nothing, and suggests queries with results', async () => {
    const { text, html } = await render('/search?q=a%26b', searching({ suggestion: 'c&d e' }))

    expect(text).toContain('No stories match “a&b”.')
    expect(html).toContain('Did you mean <a href="/search?q=c%26d+e">c&amp;d e</a>?')
  })

  test('links its pages with the query, up to the last visible one', async () => {
    const api = searching({ hits: [hit(7)], total: 1000 })

    const [second, last] = await Promise.all([2, 10].map((page) => render(`/search?q=a+b&page=${page}`, api)))

    expect(second?.html).toContain('<a href="/search?q=a+b" rel="prev">')
    expect(second?.html).toContain('href="/search?q=a+b&amp;page=3" rel="next"')
    expect(last?.text).not.toContain('More results')
  })

  test('counts its hits in one word, whether stories or pages are among them', async () => {
    const texts = await Promise.all(
      (['story', 'page'] as const).map(async (kind) => {
        const { article, ...found } = hit(7)
        const hits = [{ ...found, article: { ...article, kind } }]
        return (await render('/search?q=a', searching({ hits, total: 1234 }))).text
      }),
    )

    for (const text of texts) expect(text).toContain('1,234 results')
  })

  test('is a 404 beyond the last page', async () => {
    const { status, text } = await render('/search?q=a&page=3', searching({}))

    expect(status).toBe(404)
    expect(text).toContain("Oops! The page you're looking for doesn't exist.")
  })

  test.each([
    ['NUL', 'a%00b', 'a b'],
    ['half a surrogate pair', '%ED%A0%80a', '\ufffd\ufffd\ufffda'],
    ['too much', 'x'.repeat(10_000), 'x'.repeat(200)],
    ['space around it', '%20%20a%20', 'a'],
  ])('makes the best of %s', async (_what, typed, q) => {
    const asked: string[] = []

    const { status } = await render(`/search?q=${typed}`, searching({}, asked))

    expect([status, asked]).toEqual([200, [q]])
  })

  test('shows an error when the search fails', async () => {
    const { status, text } = await render('/search?q=a', failingApi(failure('UNAVAILABLE', 'down')))

    expect(status).toBe(503)
    expect(text).toContain('The search failed. Please try again later.')
  })
})
