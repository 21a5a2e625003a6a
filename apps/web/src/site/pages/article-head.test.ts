import Validator from '@adobe/structured-data-validator'
import { describe, expect, test } from 'vitest'
import { anArticle, apiOf, render, site } from '../testing.ts'

const poster_url = '/api/uploads/abcdefghijklmnopqrstuvwxyz.jpg'
const whole = anArticle({
  poster_url,
  date_updated: '2026-11-07T10:00:00.000Z',
  tags: [
    { name: 'Slow fiction', slug: 'slow-fiction' },
    { name: 'Ceres', slug: 'ceres' },
  ],
})

/** The values of the meta tags, by name. */
function metaOf(html: string): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const [, name = '', content = ''] of html.matchAll(
    /<meta (?:name|property)="([^"]+)" content="([^"]*)"\/>/g,
  ))
    found[name] = [...(found[name] ?? []), content]
  return found
}

/** Every JSON-LD block, parsed like a browser does, up to the first end tag. */
function dataOf(html: string): Record<string, Record<string, unknown>> {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script/gs)]
  const things = blocks.flatMap(([, json = '']) => JSON.parse(json)['@graph'] as { '@type': string }[])
  return Object.fromEntries(things.map((thing) => [thing['@type'], thing]))
}

/** Violations of Google's requirements, for the types that the validator knows: breadcrumbs and organizations. */
async function issuesOf(html: string) {
  const jsonld = Object.fromEntries(Object.entries(dataOf(html)).map(([type, thing]) => [type, [thing]]))
  return new Validator().validate({ jsonld, microdata: {}, rdfa: {} })
}

describe('an article', () => {
  test('describes itself to sites that link to it, with its picture', async () => {
    const { html } = await render('/post/7', apiOf([whole]))

    expect(metaOf(html)).toMatchObject({
      description: [whole.excerpt],
      robots: ['max-image-preview:large'],
      'og:type': ['article'],
      'og:title': [whole.title],
      'og:description': [whole.excerpt],
      'og:url': [`${site.url}/post/7`],
      'og:image': [`${site.url}/cards/7-31.png`],
      'og:image:width': ['1200'],
      'og:image:height': ['630'],
      'og:image:alt': [whole.title],
      'twitter:card': ['summary_large_image'],
      'article:published_time': [whole.date_published],
      'article:modified_time': [whole.date_updated],
      'article:author': [`${site.url}/author/1`],
      'article:tag': ['Slow fiction', 'Ceres'],
    })
  })

  test('has its author, its dates and its place in the site as structured data', async () => {
    const { html } = await render('/post/7', apiOf([whole]))

    const { Article, BreadcrumbList } = dataOf(html)

    expect(Article).toMatchObject({
      headline: whole.title,
      url: `${site.url}/post/7`,
      datePublished: whole.date_published,
      dateModified: whole.date_updated,
      author: { '@type': 'Person', name: whole.author_name, url: `${site.url}/author/1` },
      image: [`${site.url}/cards/7-31.png`, `${site.url}${poster_url}`],
      keywords: ['Slow fiction', 'Ceres'],
    })
    expect(BreadcrumbList).toMatchObject({ itemListElement: [{ name: 'Home' }, { name: whole.title }] })
    expect(await issuesOf(html)).toEqual([])
    expect(await issuesOf(html.replace('"name":"Home",', ''))).not.toEqual([])
  })

  test('is in the language of its site', async () => {
    const { html } = await render('/post/7', apiOf([whole]), { language: 'sw' })

    expect(dataOf(html).Article).toMatchObject({ inLanguage: 'sw' })
  })

  test('that was last edited before publication has the date of publication as its modification date', async () => {
    const { html } = await render('/post/7', apiOf([anArticle({ date_updated: '2026-11-02T10:00:00.000Z' })]))

    expect(metaOf(html)['article:modified_time']).toEqual(['2026-11-05T10:00:00.000Z'])
  })

  test('has a description of at most 160 graphemes, from its text if it has no excerpt', async () => {
    const content = [{ type: 'paragraph', children: [{ text: '👩‍🚀'.repeat(300) }] }]
    const { html } = await render('/post/7', apiOf([anArticle({ excerpt: '', content })]))

    expect(metaOf(html).description).toEqual([`${'👩‍🚀'.repeat(160)}…`])
  })
})

test.each([
  '</script><img src=x onerror=alert(1)>',
  '<!--<script>',
  ']]>\u2028\u2029',
  '\\u003c/script> \\" &lt;/script&gt;',
])('%j in a title ends no data block, and is read back as it is', async (title) => {
  const { html } = await render(
    '/post/7',
    apiOf([anArticle({ title, credits: [{ person_id: 1, name: title, role: 'author' }] })]),
  )

  expect(dataOf(html).Article).toMatchObject({ headline: title, author: { name: title } })
  expect(html).not.toContain('<img src=x')
  expect(html).not.toContain('<!--<script>')
  expect(html.match(/<script type="application\/ld\+json">[^<]*<\/script>/g)).toHaveLength(1)
})

test('the home page has the publisher and the search address as structured data', async () => {
  const { html } = await render('/')

  const { WebSite, Organization } = dataOf(html)

  expect(WebSite).toMatchObject({
    name: site.name,
    potentialAction: { target: { urlTemplate: `${site.url}/search?q={search_term_string}` } },
  })
  expect(Organization).toMatchObject({ url: `${site.url}/`, logo: `${site.url}/icon-512.png` })
  expect(await issuesOf(html)).toEqual([])
  expect(metaOf(html)).toMatchObject({ 'og:type': ['website'], 'twitter:card': ['summary'] })
})

test('every page names the feeds, and the title of the site on a home screen', async () => {
  for (const path of ['/', '/post/7', '/privacy']) {
    const { html } = await render(path)
    for (const type of ['rss+xml', 'atom+xml', 'feed+json'])
      expect(html).toMatch(new RegExp(`<link rel="alternate" type="application/${type.replace('+', '\\+')}"`))
    expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest"/>')
  }
})

test.each(['/post/99', '/nowhere'])('%s is not for search engines', async (path) => {
  const { html } = await render(path)

  expect(metaOf(html).robots).toEqual(['noindex'])
  expect(html).not.toMatch(/rel="canonical"|og:url/)
})
