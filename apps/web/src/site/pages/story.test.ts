import type { PublishedImage } from '@nightdesk/contracts'
import { describe, expect, test } from 'vitest'
import { anArticle, apiOf, articles, render } from '../testing.ts'

const path = (letter: string, extension = 'jpg') => `/api/uploads/${letter.repeat(26)}.${extension}`
const variant = (format: 'avif' | 'webp', width: number) => ({
  url: path(format === 'avif' ? 'b' : 'c', format),
  width,
  format,
})
const whole: PublishedImage = {
  width: 900,
  height: 600,
  variants: [variant('avif', 480), variant('avif', 900), variant('webp', 480), variant('webp', 900)],
}
const image = (keys: object) => ({ type: 'image', ...keys, children: [{ text: '' }] })
const paragraph = { type: 'paragraph', children: [{ text: 'A lamp.' }] }
const code = (text: string, keys: object = { language: 'typescript' }) => ({
  type: 'code-block',
  ...keys,
  children: [{ type: 'code-line', children: [{ text }] }],
})

async function show(changes: Parameters<typeof anArticle>[0]) {
  const { html } = await render('/post/7', apiOf([anArticle(changes)]))
  return html.slice(html.indexOf('<article'))
}

describe('a picture', () => {
  test('has every format whose variants are complete, with its size', async () => {
    const html = await show({
      content: [image({ filename: `${'a'.repeat(26)}.jpg` })],
      images: { [path('a')]: whole },
    })
    expect(html).toContain(
      `<source type="image/avif" srcSet="${path('b', 'avif')} 480w, ${path('b', 'avif')} 900w" sizes="`,
    )
    expect(html).toContain('<source type="image/webp"')
    expect(html).toMatch(new RegExp(`<img src="${path('a')}" alt="" width="900" height="600"`))
  })

  test('has its original file while its variants are being made', async () => {
    const images = { [path('a')]: { ...whole, variants: [variant('avif', 480)] } }
    const html = await show({ content: [image({ filename: `${'a'.repeat(26)}.jpg` })], images })
    expect(html).not.toContain('<source')
    expect(html).toContain('width="900" height="600"')
  })

  test('that is higher than wide has a class of its own', async () => {
    const content = [image({ filename: `${'a'.repeat(26)}.jpg` })]
    const tall = { [path('a')]: { width: 600, height: 900, variants: [] } }
    expect(await show({ content, images: tall })).toContain(`<img class="tall" src="${path('a')}"`)
    expect(await show({ content, images: { [path('a')]: whole } })).not.toContain('class="tall"')
  })

  test('from another site has a box of its own, and sends no referrer', async () => {
    const html = await show({ content: [image({ url: 'https://example.org/a.png' })] })
    expect(html).toMatch(
      /<img class="unmeasured" src="https:\/\/example.org\/a.png"[^>]* referrerPolicy="no-referrer"/,
    )
  })

  test('at the start of the story is fetched at once, all others are loaded lazily', async () => {
    const content = [
      paragraph,
      ...['a', 'd'].map((letter) => image({ filename: `${letter.repeat(26)}.jpg` })),
    ]
    const html = await show({ content })
    expect(html).toMatch(new RegExp(`src="${path('a')}"[^>]* loading="eager" fetchPriority="high"`))
    expect(html).toMatch(new RegExp(`src="${path('d')}"[^>]* loading="lazy" decoding="async"`))
  })

  test('below a poster is not fetched at once', async () => {
    const html = await show({
      content: [image({ filename: `${'a'.repeat(26)}.jpg` })],
      poster_url: path('d'),
    })
    expect(html.match(/loading="eager"/g)).toHaveLength(1)
    expect(html).toMatch(new RegExp(`<img class="poster" src="${path('d')}"[^>]* loading="eager"`))
  })
})

describe('code', () => {
  test('is highlighted by classes, named, and can be copied', async () => {
    const html = await show({ content: [code('const lamp = 1')] })
    expect(html).toContain('<span>TypeScript</span>')
    expect(html).toContain('data-copy-code')
    expect(html).toContain(
      '<code class="language-typescript"><span class="code-keyword">const</span> lamp = <span class="code-number">1</span>',
    )
  })

  test('keeps the marks of its author', async () => {
    const line = { type: 'code-line', children: [{ text: 'const ' }, { text: 'lamp', bold: true }] }
    const html = await show({ content: [{ type: 'code-block', language: 'typescript', children: [line] }] })
    expect(html).toContain('const <strong>lamp</strong>')
  })

  test('without a language is not highlighted', async () => {
    expect(await show({ content: [code('const lamp = 1', {})] })).not.toContain('code-keyword')
  })

  test('is highlighted up to the limit of a page', async () => {
    const html = await show({ content: Array.from({ length: 5 }, () => code(`const ${'a'.repeat(7000)}`)) })
    expect(html.match(/code-keyword/g)).toHaveLength(3)
    expect(html.match(/<pre/g)).toHaveLength(5)
  })
})

test.each([
  ['a long first paragraph', 'The lamp turns. '.repeat(12), true],
  ['one that begins with speech', `“Turn,” she said. ${'The lamp turns. '.repeat(12)}`, true],
  [
    'speech after a dash, which would be the large letter',
    `—Gira, dijo. ${'La lámpara gira. '.repeat(12)}`,
    false,
  ],
  ['a short one', 'The lamp turns.', false],
  ['a verse', 'The lamp turns\n'.repeat(12), false],
  ['letters that are joined', 'يدور المصباح نحو الأرض. '.repeat(12), false],
])('a large letter opens only what has room for it: %s', async (_name, text, isLarge) => {
  const html = await show({ content: [{ type: 'paragraph', children: [{ text }] }] })
  expect(html.includes('class="prose opening"')).toBe(isLarge)
})

test('the browser detects right-to-left text, block by block, and code begins at the left', async () => {
  const code = { type: 'code', children: [{ text: 'const lamp = 1' }] }
  const html = await show({ title: 'حارسة', content: [paragraph, code] })
  expect(html).toContain('<h1 dir="auto">حارسة</h1>')
  expect(html).toContain('<p dir="auto">A lamp.</p>')
  expect(html).toContain('<pre dir="ltr" tabindex="0">')
})

test('a story links the stories published before and after it', async () => {
  const { html } = await render('/post/2', apiOf(articles(3)))
  expect(html).toMatch(/<a href="\/post\/1" rel="prev">.*Previous story.*Story 1.*<\/a>/)
  expect(html).toMatch(/<a href="\/post\/3" rel="next">.*Next story.*Story 3.*<\/a>/)
})

test('a story links its neighbours with the first tag, and holds those of other tags', async () => {
  const [before, , after] = articles(3)
  const moons = { tag: { name: 'Moons', slug: 'moons' }, previous: before ?? null, next: null }
  const lamps = { tag: { name: 'Lamps', slug: 'lamps' }, previous: null, next: after ?? null }
  const { published } = apiOf(articles(3))
  const api = {
    published: {
      ...published,
      neighbours: async () => ({ previous: null, next: after ?? null, by_tag: [moons, lamps] }),
    },
  }
  const { html } = await render('/post/2', api)
  const [first = '', second = ''] = html.match(/<nav class="neighbours".*?<\/nav>/g) ?? []
  expect(first).toMatch(/href="\/post\/1\?tag=moons" rel="prev">.*Previous in <bdi>Moons/)
  expect(first).toMatch(/href="\/post\/3" rel="next">.*Next story/)
  expect(first).not.toContain('hidden')
  expect(second).toMatch(/data-neighbours="lamps" hidden="">.*href="\/post\/3\?tag=lamps"/)
})

test('the only story links no other', async () => {
  expect(await show({})).not.toContain('More stories')
})
