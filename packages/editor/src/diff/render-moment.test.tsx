import type { Block, Node } from '@nightdesk/contracts'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Moment, MomentTitle } from './render-moment.tsx'

const paragraph = (...children: Node[]): Block => ({ type: 'paragraph', children })
const text = (value: string, marks = {}) => ({ text: value, ...marks })
const note: Block = { type: 'footnote', note: 'a', children: [text('See there.')] }
const reference: Node = { type: 'footnote-reference', note: 'a', children: [text('')] }

const before = [
  paragraph(text('The old ferry leaves.')),
  paragraph(text('Nobody '), text('waves', { bold: true })),
]
const now = [paragraph(text('The ferry leaves.')), paragraph(text('Somebody else.'))]
const html = (props: Partial<Parameters<typeof Moment>[0]> = {}) =>
  renderToStaticMarkup(<Moment before={before} now={now} {...props} />)

test('what was cut is a button that names its words, and what was added is marked', () => {
  const markup = html({ onBringBack: () => undefined })
  expect(markup).toContain('aria-label="Bring back: Nobody waves"')
  expect(markup).toMatch(/role="button" tabindex="0".*Bring back: <\/span><del>old <\/del>/)
  expect(markup).toMatch(/<ins>.*added: .*Somebody else\.<\/p><\/ins>/)
})

test('without a text to bring it back into, it is no button', () => {
  const markup = html()
  expect(markup).not.toContain('button')
  expect(markup).toMatch(/<del>.*cut: .*Nobody <strong>waves<\/strong><\/p><\/del>/)
})

test('alone, the old text has no marks', () => {
  const markup = html({ now: undefined })
  expect(markup).not.toMatch(/<ins>|<del>/)
  expect(markup).toContain('The old ferry leaves.')
})

test('footnotes have the numbers of the old text', () => {
  const footnoted = [paragraph(text('One.'), reference, text('')), note]
  expect(html({ before: footnoted, now: [] })).toMatch(/One\.<sup.*>1<\/sup>.*1\. See there\./)
})

describe('a change of formatting is named, and the old formatting is shown', () => {
  const link = (url: string, ...children: Node[]): Node => ({ type: 'link', url, children })
  /** The names of the changes, and what is marked: "was bold: waves". */
  const named = (before: Block, now: Block) => {
    const markup = html({ before: [before], now: [now] })
    const note = /<span class="moment-note" aria-hidden="true">(.*?)<\/span>/.exec(markup)?.[1]
    const marked = [...markup.matchAll(/<span class="diff-formatted".*?<\/span>(.*?)<\/span>/g)]
    return { note, marked: marked.map(([, words]) => words) }
  }
  const plain = paragraph(text('Nobody waves.'))

  test.each<[string, Block, Block, ReturnType<typeof named>]>([
    [
      'a mark',
      paragraph(text('Nobody '), text('waves', { bold: true, italic: true }), text('.')),
      plain,
      { note: 'was bold and italic', marked: ['<strong><em>waves</em></strong>'] },
    ],
    [
      'a part of a marked passage',
      paragraph(text('Nobody waves.', { bold: true })),
      paragraph(text('Nobody', { bold: true }), text(' waves.')),
      { note: 'was bold', marked: ['<strong> waves.</strong>'] },
    ],
    [
      'the address of a link',
      paragraph(text('Nobody '), link('/a', text('waves')), text('.')),
      paragraph(text('Nobody '), link('/b', text('waves')), text('.')),
      { note: 'was a link to /a, now a link to /b', marked: ['waves'] },
    ],
    [
      'the type and the alignment of a block',
      { ...plain, type: 'heading-two', align: 'center' },
      plain,
      { note: 'was Heading 2 and aligned center, now Text', marked: [] },
    ],
    [
      'marks beside other words',
      paragraph(text('Nobody ever '), text('waves', { code: true })),
      paragraph(text('Nobody waves', { underline: true })),
      { note: 'now underlined; was code, now underlined', marked: ['Nobody ', '<code>waves</code>'] },
    ],
    [
      'a description',
      { type: 'image', url: '/a.png', alt: 'A ferry', children: [text('')] },
      { type: 'image', url: '/a.png', children: [text('')] },
      { note: 'was described as “A ferry”', marked: [] },
    ],
    ['anything else', { ...plain, mood: 'dark' }, plain, { note: 'Formatting changed', marked: [] }],
  ])('%s', (_name, old, present, expected) => {
    expect(named(old, present)).toEqual(expected)
  })

  test('an old heading is a heading', () => {
    const markup = html({ before: [{ ...plain, type: 'heading-two' }], now: [plain] })
    expect(markup).toMatch(/was Heading 2, now Text: <\/span>.*<h1 dir="auto">Nobody waves\.<\/h1>/)
  })
})

describe('a title', () => {
  const title = (then: string, present?: string, onBringBack?: (title: string) => void) =>
    renderToStaticMarkup(<MomentTitle before={then} now={present} onBringBack={onBringBack} />)

  test('has what was cut and added since', () => {
    expect(title('The old ferry', 'The new ferry')).toMatch(
      /The <del>.*cut: <\/span>old <\/del><ins>.*added: <\/span>new <\/ins>ferry/,
    )
    expect(title('The old ferry', 'The ferry', () => undefined)).toMatch(
      /role="button" .*Bring back: <\/span><del>old <\/del>/,
    )
    expect(title('The old ferry')).not.toMatch(/<del>|<ins>/)
  })
})
