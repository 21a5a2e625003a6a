import type { Block, Node } from '@nightdesk/contracts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CodeProps, ImageProps } from '../blocks/block.ts'
import { Blocks, trimEmptyLines } from './render.tsx'

const html = (...value: Block[]) => renderToStaticMarkup(<Blocks value={value} />)
const block = (type: string, children: Node[] | string, keys = {}): Block => ({
  type,
  ...keys,
  children: typeof children === 'string' ? [{ text: children }] : children,
})
const link = (url: string) => html(block('paragraph', [block('link', 'here', { url })]))
const image = (keys: object) => html(block('image', '', keys))
const filename = `${'a'.repeat(26)}.webp`

test.each([
  ['a paragraph', block('paragraph', 'a & <b>'), '<p dir="auto">a &amp; &lt;b&gt;</p>'],
  ['a soft break', block('paragraph', 'a\nb'), '<p dir="auto">a<br/>b</p>'],
  [
    'a verse, with its indentation',
    block('paragraph', 'a\n\tb\n  c  d'),
    '<p dir="auto">a<br/>\u00a0\u00a0\u00a0\u00a0b<br/>\u00a0\u00a0c  d</p>',
  ],
  [
    'a verse, whose indentation is in italics',
    block('paragraph', [{ text: 'a\n' }, { text: '  b', italic: true }]),
    '<p dir="auto">a<br/><em>\u00a0\u00a0b</em></p>',
  ],
  ['a heading', block('heading-three', 'a'), '<h1 dir="auto">a</h1>'],
  [
    'an aligned block',
    block('paragraph', 'a', { align: 'center' }),
    '<p dir="auto" class="align-center">a</p>',
  ],
  ['an alignment we do not know', block('paragraph', 'a', { align: 'x" onload="' }), '<p dir="auto">a</p>'],
  ['a quote', block('block-quote', 'a'), '<blockquote dir="auto">a</blockquote>'],
  ['an empty line, with its height', block('paragraph', ''), '<p dir="auto"><br/></p>'],
  ['a line of blanks', block('paragraph', ' \u00a0'), '<p dir="auto"> \u00a0<br/></p>'],
  [
    'an empty line within a quote',
    block('block-quote', [block('paragraph', 'a'), block('paragraph', ''), block('paragraph', 'b')]),
    '<blockquote dir="auto"><p dir="auto">a</p><p dir="auto"><br/></p><p dir="auto">b</p></blockquote>',
  ],
  ['a scene break', block('paragraph', '***'), '<hr class="scene-break"/>'],
  ['a numbered list', block('numbered-list', [block('list-item', 'a')]), '<ol dir="auto"><li>a</li></ol>'],
  [
    'a numbered list that begins later',
    { ...block('numbered-list', [block('list-item', 'a')]), start: 3 },
    '<ol dir="auto" start="3"><li>a</li></ol>',
  ],
  [
    'a numbered list whose start is not a number',
    { ...block('numbered-list', [block('list-item', 'a')]), start: 'x"' },
    '<ol dir="auto"><li>a</li></ol>',
  ],
  [
    'a list in an item',
    block('bulleted-list', [
      block('list-item', [{ text: 'a' }, block('bulleted-list', [block('list-item', 'b')])]),
    ]),
    '<ul dir="auto"><li>a<ul dir="auto"><li>b</li></ul></li></ul>',
  ],
  [
    'code',
    block('code-block', [block('code-line', 'a'), block('code-line', ' b')], { language: 'c++' }),
    '<pre dir="ltr" tabindex="0"><code class="language-c++">a\n b\n</code></pre>',
  ],
  [
    'code in a language with a strange name',
    block('code', 'a', { language: 'a b' }),
    '<pre dir="ltr" tabindex="0"><code>a</code></pre>',
  ],
  ['an unknown block', block('poll', [block('paragraph', 'a')]), '<p dir="auto">a</p>'],
  [
    'a block within a line',
    block('paragraph', [{ text: 'a' }, block('heading-one', 'b')]),
    '<p dir="auto">ab</p>',
  ],
])('%s', (_name, value, expected) => {
  expect(html(value)).toBe(expected)
})

test('one text can have all marks', () => {
  const marked = { text: 'a', bold: true, italic: true, underline: true, strikethrough: true, code: true }
  expect(html(block('paragraph', [marked]))).toBe(
    '<p dir="auto"><strong><em><u><s><code>a</code></s></u></em></strong></p>',
  )
})

test('external links have a rel, internal ones do not, and unsafe or empty ones are text', () => {
  expect(link('https://example.org')).toBe(
    '<p dir="auto"><a href="https://example.org" rel="noopener noreferrer nofollow ugc">here</a></p>',
  )
  expect(link('/post/1')).toBe('<p dir="auto"><a href="/post/1">here</a></p>')
  expect(link('javascript:alert(1)')).toBe('<p dir="auto">here</p>')
  expect(link('')).toBe('<p dir="auto">here</p>')
})

test('a heading that has an id links to itself, unless there is a link in it', () => {
  const value = [
    block('heading-two', 'Dusk'),
    block('heading-two', [block('link', 'Dawn', { url: '/post/1' })]),
    block('heading-two', 'Night'),
  ]
  const headingId = (heading: Block) => (heading === value[2] ? undefined : 'here')
  expect(renderToStaticMarkup(<Blocks value={value} headingId={headingId} />)).toBe(
    '<h1 id="here" dir="auto"><a class="anchor" href="#here">Dusk</a></h1>' +
      '<h1 id="here" dir="auto"><a href="/post/1">Dawn</a></h1><h1 dir="auto">Night</h1>',
  )
})

test('a page can replace the rendering of code, and gets its text', () => {
  const value = [
    block('code-block', [block('code-line', 'a'), block('code-line', 'b')], { language: 'c' }),
    block('code', [{ text: 'x', bold: true }]),
  ]
  const Code = (props: CodeProps) => JSON.stringify([props.language, props.text, props.isPlain])
  const shown = renderToStaticMarkup(<Blocks value={value} Code={Code} />).replaceAll('&quot;', '"')
  expect(shown).toBe('["c","a\\nb\\n",true][null,"x",false]')
})

test('a page can replace the rendering of images, and gets safe ones only', () => {
  const value = [
    block('image', '', { filename, alt: 'A lamp', width: 4, height: 3 }),
    block('image', '', { url: 'data:,' }),
  ]
  const Image = ({ src, alt, width, height }: ImageProps) => <i>{`${src} ${alt} ${width}×${height}`}</i>
  expect(renderToStaticMarkup(<Blocks value={value} Image={Image} />)).toBe(
    `<figure><i>/api/uploads/${filename} A lamp 4×3</i></figure>`,
  )
})

test('images are rendered from uploads or a safe URL only', () => {
  expect(image({ filename, alt: 'A "harbour"' })).toBe(
    `<figure><img src="/api/uploads/${filename}" alt="A &quot;harbour&quot;" loading="lazy"/></figure>`,
  )
  expect(image({ url: 'https://example.org/a.png' })).toBe(
    '<figure><img src="https://example.org/a.png" alt="" loading="lazy" referrerPolicy="no-referrer"/></figure>',
  )
  expect(image({ url: 'data:image/svg+xml,<svg>' })).toBe('')
  expect(image({ filename: '../secret' })).toBe('')
})

test('caption and credit of an image are below it, also if the image cannot be shown', () => {
  const figure = (caption: string, url = '/a.png') =>
    `<figure>${url && `<img src="${url}" alt="" loading="lazy"/>`}<figcaption dir="auto">${caption}</figcaption></figure>`
  const texts = { caption: 'The <harbour>', credit: 'M. Otieno' }
  const both = 'The &lt;harbour&gt; <span class="credit">M. Otieno</span>'
  expect(image({ url: '/a.png', ...texts })).toBe(figure(both))
  expect(image({ url: '', ...texts })).toBe(figure(both, ''))
  expect(image({ url: '/a.png', credit: 'M. Otieno' })).toBe(figure('<span class="credit">M. Otieno</span>'))
  expect(image({ url: '/a.png', caption: 7 })).toBe(
    '<figure><img src="/a.png" alt="" loading="lazy"/></figure>',
  )
})

test('an image within a line has no caption', () => {
  const line = block('paragraph', [
    { text: 'a' },
    block('image', '', { url: '/a.png', caption: 'The harbour' }),
  ])
  expect(html(line)).not.toContain('harbour')
})

test('an image has width and height if both are known', () => {
  expect(image({ filename, width: 800, height: 500 })).toContain('width="800" height="500"')
  expect(image({ filename, width: 800 })).not.toContain('width')
  expect(image({ filename, width: '100%', height: -1 })).not.toContain('width')
})

const RANKS = ['one', 'two', 'three', 'four', 'five', 'six']

test.each([
  ['2 2', '2 2'],
  ['1 2 3 1', '2 3 4 2'],
  ['3 3 3', '2 2 2'],
  ['1 3 3 2 3', '2 3 3 3 4'],
  ['3 2 3', '2 2 3'],
  ['1 4 6 2', '2 3 4 3'],
  ['1 2 3 4 5 6', '2 3 4 5 6 6'],
])('headings of the levels %s are shown below the title as %s: none skips a level', (given, shown) => {
  const value = given.split(' ').map((rank) => block(`heading-${RANKS[Number(rank) - 1]}`, 'a'))
  const page = renderToStaticMarkup(<Blocks value={value} headingBase={2} />)
  expect([...page.matchAll(/<h(\d)/g)].map(([, level]) => level).join(' ')).toBe(shown)
})

test('a heading in a quote is in the outline, a heading without text is not', () => {
  const value = [
    block('heading-one', ' '),
    block('heading-two', 'a'),
    block('block-quote', [block('heading-three', 'b')]),
    block('paragraph', [{ text: 'c' }, block('heading-one', 'd')]),
    block('heading-four', 'e'),
  ]
  const page = renderToStaticMarkup(<Blocks value={value} headingBase={2} />)
  expect([...page.matchAll(/<h(\d)[^>]*>(\w)/g)].map(([, level, text]) => level + (text ?? ''))).toEqual([
    '2a',
    '3b',
    '4e',
  ])
})

test('empty lines at the edges of a story are removed, those between stanzas are not', () => {
  const line = (text: string) => block('paragraph', text)
  const picture = block('paragraph', [block('image', '', { filename })])
  const content = [line(''), line(' '), picture, line(''), line('a'), line('\n'), line('')]
  expect(trimEmptyLines(content)).toEqual([picture, line(''), line('a')])
  expect(trimEmptyLines([line(''), line('')])).toEqual([])
})

test('no style attribute is rendered', () => {
  expect(html(block('paragraph', 'a', { style: 'color: red', align: 'right' }))).not.toContain('style')
})

test('a document outside of the site can resolve its links itself', () => {
  const links = [block('link', 'here', { url: '/post/2' }), block('link', 'never', { url: 'data:x' })]
  const value = [block('paragraph', links)]
  const there = (url: string) => `https://desk.example${url}`
  expect(renderToStaticMarkup(<Blocks value={value} resolveLink={there} />)).toBe(
    '<p dir="auto"><a href="https://desk.example/post/2">here</a>never</p>',
  )
})
