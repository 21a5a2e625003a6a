import { legalInXml } from '@nightdesk/contracts'
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import { describe, expect, test } from 'vitest'
import {
  as,
  createArticle,
  createImage,
  createPublished,
  createUser,
  db,
  dependencies,
  paragraph,
  testApp,
} from '../testing.ts'
import { expectValid } from './testing.ts'

const app = await testApp()
const { site } = dependencies
const editor = await createUser({ full_name: 'A & B </name>' })

const get = async (url: string) => (await app.inject({ url })).body
const rules = (name: string) => new URL(`fixtures/${name}.rng`, import.meta.url)
const entries = async () => {
  const atom = parseAtomFeed(await get('/atom.xml')).entries ?? []
  const rss = parseRssFeed(await get('/rss.xml')).items ?? []
  const json = parseJsonFeed(await get('/feed.json')).items ?? []
  return { atom, rss, json }
}

const HOSTILE = 'Ink & ]]> <script>alert(1)</script> \u0001\u0008\u001f\uffff\u2028 "quoted" 🪐'

describe('the feeds', () => {
  test('are valid for any text of writers', async () => {
    const content = [paragraph(HOSTILE), { type: 'x"><y', children: [{ text: '</content>' }] }]
    const { id } = await createPublished(editor, content)
    await as(editor).articles.update({ id, title: HOSTILE, excerpt: HOSTILE })

    await expectValid(rules('atom'), await get('/atom.xml'))
    await expectValid(rules('rss'), await get('/rss.xml'))
    const { atom, rss, json } = await entries()

    const title = 'Ink & ]]> <script>alert(1)</script>'
    for (const item of [atom[0]?.title?.value, rss[0]?.title, json[0]?.title])
      expect(item?.startsWith(title)).toBe(true)
    const html = [atom[0]?.content?.value, rss[0]?.content?.encoded, json[0]?.content_html]
    for (const text of html) {
      expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
      expect(text).not.toContain('<script')
      expect(text).toBe(legalInXml(text ?? ''))
    }
  })

  test('hold whole stories, with addresses that lead back from anywhere', async () => {
    const image = await createImage()
    const picture = { type: 'image', filename: image.filename, children: [{ text: '' }] }
    const link = (url: string) => ({ type: 'link', url, children: [{ text: 'here' }] })
    const outside = { type: 'image', url: 'https://example.org/a.png', children: [{ text: '' }] }
    const content = [{ type: 'paragraph', children: [link('/post/1'), link('#end')] }, picture, outside]
    const { id } = await createPublished(editor, content)
    await as(editor).articles.update({ id, poster_image_id: image.id })

    const { atom, rss, json } = await entries()

    const src = `${site.url}/api/uploads/${image.filename}`
    for (const html of [atom[0]?.content?.value, rss[0]?.content?.encoded, json[0]?.content_html]) {
      expect(html).toContain(`<a href="${site.url}/post/1">here</a>`)
      expect(html).toContain(`<a href="${site.url}/post/${id}#end">here</a>`)
      expect(html?.split(`src="${src}"`)).toHaveLength(3)
      expect(html).not.toMatch(/(src|href)="[/#]/)
      expect(html).toContain('<img src="https://example.org/a.png" alt="" referrerPolicy="no-referrer"/>')
    }
    expect(json[0]?.image).toBe(src)
  })

  test('hold pictures of this site with their size, however content names them, and no orders to a browser', async () => {
    const [first, second, third] = [await createImage(), await createImage(), await createImage()]
    const addresses = [`/api/uploads/${second.filename}`, `${site.url}/api/uploads/${third.filename}`]
    const content = [{ filename: first.filename }, ...addresses.map((url) => ({ url }))].map((keys) => ({
      type: 'image',
      ...keys,
      children: [{ text: '' }],
    }))
    await createPublished(editor, content)

    const { atom, rss, json } = await entries()

    for (const html of [atom[0]?.content?.value, rss[0]?.content?.encoded, json[0]?.content_html]) {
      expect(html?.match(/<img src="[^"]*" alt="" width="1" height="1"/g)).toHaveLength(3)
      expect(html).not.toContain('<link')
    }
  })

  test('keep the empty lines between stanzas', async () => {
    await createPublished(editor, ['One.', '', 'Two.', ''].map(paragraph))

    const { atom, rss, json } = await entries()

    for (const html of [atom[0]?.content?.value, rss[0]?.content?.encoded, json[0]?.content_html])
      expect(html).toBe('<p dir="auto">One.</p><p dir="auto"><br/></p><p dir="auto">Two.</p>')
  })

  test('show footnotes at the end, with links that lead to the page', async () => {
    const { id } = await createPublished(editor, [
      {
        type: 'paragraph',
        children: [{ text: 'A lamp' }, { type: 'footnote-reference', note: 'a', children: [{ text: '' }] }],
      },
      { type: 'footnote', note: 'a', children: [{ text: 'See there.' }] },
    ])

    const { atom, rss, json } = await entries()

    const page = `${site.url}/post/${id}`
    for (const html of [atom[0]?.content?.value, rss[0]?.content?.encoded, json[0]?.content_html]) {
      expect(html).toContain(
        `<p dir="auto">A lamp<sup id="fnref_1" class="footnote-reference"><a href="${page}#fn_1"`,
      )
      expect(html).toContain(`<ol><li id="fn_1" dir="auto">See there.\u{a0}<a href="${page}#fnref_1"`)
    }
  })

  test('nest the headings of a story below its title', async () => {
    const heading = (type: string) => ({ type, children: [{ text: type }] })
    await createPublished(editor, ['heading-two', 'heading-five', 'heading-two'].map(heading))

    const { json } = await entries()

    const levels = [...(json[0]?.content_html ?? '').matchAll(/<h(\d)/g)].map(([, level]) => level)
    expect(levels).toEqual(['2', '3', '2'])
  })

  test('give a story the same id for ever', async () => {
    const { id } = await createPublished(editor)
    const ids = async () => {
      const { atom, rss, json } = await entries()
      return [atom[0]?.id, rss[0]?.guid?.value, json[0]?.id]
    }
    const before = await ids()
    await as(editor).articles.update({ id, title: 'Renamed' })

    expect(new Set([...before, ...(await ids())])).toEqual(
      new Set([expect.stringMatching(new RegExp(`^tag:127\\.0\\.0\\.1,\\d{4}-\\d\\d-\\d\\d:/post/${id}$`))]),
    )
  })

  test('give the dates of the first publication and of the last change', async () => {
    const { id } = await createPublished(editor)
    const { date_updated, date_published } = await as(editor).articles.update({ id, title: 'Later' })

    const { atom, rss, json } = await entries()

    expect(atom[0]).toMatchObject({ published: date_published, updated: date_updated })
    expect(json[0]).toMatchObject({ date_published, date_modified: date_updated })
    expect(Date.parse(rss[0]?.pubDate ?? '')).toBe(Math.floor(Date.parse(date_published ?? '') / 1000) * 1000)
    expect(parseAtomFeed(await get('/atom.xml')).updated).toBe(date_updated)
  })

  test('begin with the last published story, and have 24', async () => {
    const last = await createArticle(editor)
    for (let count = 0; count < 25; count += 1) await createPublished(editor)
    await as(editor).articles.publish({ id: last.id })

    const { atom, rss, json } = await entries()

    for (const items of [atom, rss, json]) expect(items).toHaveLength(24)
    expect(json[0]?.url).toBe(`${site.url}/post/${last.id}`)
  })

  test('stay small enough to be fetched again and again: of very long stories, the latest are whole', async () => {
    const novel = Array.from({ length: 10 }, () => paragraph('n'.repeat(95_000)))
    for (let count = 0; count < 3; count += 1) await createPublished(editor, novel)

    const { json } = await entries()

    expect(json[0]?.content_html).toContain('nnn')
    expect(json[2]).toMatchObject({ content_text: expect.stringMatching(/^n+…$/) })
    expect(json[2]).not.toHaveProperty('content_html')
  })

  test('hold nothing that is not public', async () => {
    const { id } = await createPublished(editor, [paragraph('Was public.')])
    await createArticle(editor, [paragraph('Secret draft.')])
    expect(await get('/rss.xml')).toContain('Was public.')

    await as(editor).articles.archive({ id })

    for (const url of ['/rss.xml', '/atom.xml', '/feed.json'])
      expect(await get(url)).not.toMatch(/Was public|Secret draft/)
  })
})

test.each([
  ['/rss.xml', 'application/rss+xml; charset=utf-8'],
  ['/atom.xml', 'application/atom+xml; charset=utf-8'],
  ['/feed.json', 'application/feed+json; charset=utf-8'],
])('%s is cached, and 304 for a client that has it', async (url, type) => {
  const first = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
  const headers = { 'accept-encoding': 'br', 'if-none-match': String(first.headers.etag) }

  const again = await app.inject({ url, headers })

  expect(first.headers).toMatchObject({
    'content-type': type,
    'content-encoding': 'br',
    'cache-control': 'public, max-age=0, s-maxage=30, stale-while-revalidate=60',
    'access-control-allow-origin': '*',
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('a site without stories and without a tagline has valid feeds', async () => {
  const site = as(await createUser({ role: 'admin' })).site
  await site.save({ base_version: 0, changes: { tagline: '' } })
  await db.updateTable('articles').set({ state: 'archived', published_version_id: null }).execute()
  dependencies.pages.drop('everything')

  await expectValid(rules('atom'), await get('/atom.xml'))
  await expectValid(rules('rss'), await get('/rss.xml'))
})
