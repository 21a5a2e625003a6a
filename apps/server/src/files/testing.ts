import { EpubCheck } from '@likecoin/epubcheck-ts'
import type { Block, Node } from '@nightdesk/contracts'
import { paragraph } from '../testing.ts'

/** The problems that the checker finds in a book. */
export async function problemsOf(bytes: Uint8Array) {
  const { messages } = await EpubCheck.validate(bytes)
  return messages
    .filter(({ severity }) => /fatal|error|warning/i.test(severity))
    .map(({ id, message }) => `${id} ${message}`)
}

export const block = (type: string, children: Node[] | string, keys = {}): Block => ({
  type,
  ...keys,
  children: typeof children === 'string' ? [{ text: children }] : children,
})
export const HOSTILE = '<b>&amp; ]]> --> "\' \u0001\u0008\u000b\uffff\u2028\u202e 🪐 </p></body>'
export const link = (url: string) => block('link', 'here', { url })

/** Nesting that browsers accept, and characters that XML does not. */
export const hostileContent = (lostFile: string): Block[] => [
  paragraph(HOSTILE),
  block('"><x', [paragraph(HOSTILE), block('y', 'text of a block we do not know')]),
  block('bulleted-list', [paragraph('no item'), block('list-item', [block('heading-one', 'in an item')])]),
  block('numbered-list', [{ text: 'only text' }, block('numbered-list', [block('list-item', 'deep')])]),
  block('numbered-list', []),
  block('list-item', 'without a list'),
  block('heading-two', [
    paragraph('a block in a heading'),
    block('bulleted-list', [block('list-item', 'and a list')]),
  ]),
  block('heading-six', HOSTILE, { align: 'right' }),
  block('paragraph', [
    link('https://example.org/a b|c[d]?q=%&r=ü#a#b'),
    link('/post/1'),
    link('#end'),
    link('mailto:a@b.cd'),
  ]),
  block('link', [block('link', [paragraph('links in links')], { url: 'https://example.org/2' })], {
    url: 'https://example.org/1',
  }),
  block(
    'code-block',
    [block('code-line', '\tif (a < b && c)'), block('x', [block('block-quote', 'no line')])],
    { language: 'c++' },
  ),
  block('code-line', 'without its block'),
  block('code', [block('paragraph', 'a paragraph in code')]),
  block('code-block', [{ text: 'code ' }, { text: 'of two texts', bold: true }]),
  block('block-quote', [
    { text: 'text, then ' },
    block('block-quote', [paragraph('a quote')]),
    { text: 'text' },
  ]),
  block('paragraph', [block('paragraph', [block('paragraph', 'paragraphs in paragraphs')])], {
    align: 'center',
  }),
  block('image', '', { url: 'https://example.org/far.png?a=1&b=2', alt: HOSTILE }),
  block('paragraph', [{ text: 'a ' }, block('image', '', { filename: lostFile }), { text: ' lost one' }]),
  block('image', '', { url: '' }),
  block('heading-three', [
    block('link', [{ text: 'a linked reference' }, block('footnote-reference', '', { note: 'a' })], {
      url: '/a',
    }),
    block('footnote-reference', '', { note: 'nothing' }),
  ]),
  block('footnote', [paragraph('a note of blocks'), block('footnote-reference', '', { note: 'a' })], {
    note: 'a',
  }),
  block('footnote', 'a note without a reference', { note: 'b' }),
  block('block-quote', [block('footnote', 'a note in a quote', { note: 'a' })]),
  paragraph('***'),
  paragraph(''),
  {
    type: 'paragraph',
    children: [{ text: 'all', bold: true, italic: true, underline: true, strikethrough: true, code: true }],
  },
]
