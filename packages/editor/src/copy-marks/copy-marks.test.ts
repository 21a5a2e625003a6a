import { readFileSync } from 'node:fs'
import { type Block, isInlineType, isText, isVoidType, type Node } from '@nightdesk/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CopyMarkKind, findMarks, fixMarks, outline } from '../index.ts'
import { documents } from '../testing.ts'
import { curlQuotes } from './in-text.ts'

const paragraph = (...children: Block['children']): Block => ({ type: 'paragraph', children })
const heading = (level: string, text: string): Block => ({ type: `heading-${level}`, children: [{ text }] })
const image = (keys: object): Block => ({ type: 'image', url: '/a.png', ...keys, children: [{ text: '' }] })

const noFacts = { pictureBytes: new Map(), links: new Map() }
const finished = {
  title: 'Dusk',
  excerpt: 'A ferry leaves.',
  featured_image: '/f.png',
  featured_image_alt: 'A ferry',
}
const textOf = (...content: Block[]) => ({ ...finished, content })
const found = (...content: Block[]) => findMarks(textOf(...content), noFacts).map(({ kind }) => kind)
const inText = (text: string) => found(paragraph({ text }))

function curl(text: string): string {
  const signs = [...text]
  for (const { start, text: sign } of curlQuotes(text)) signs[start] = sign
  return signs.join('')
}

test('a finished text has no marks', () => {
  expect(found(paragraph({ text: 'The ferry leaves at TKO.' }), image({ alt: 'A ferry' }))).toEqual([])
})

test('an unfinished text has marks for its fields, TK in all of them, and images without a description', () => {
  const list: Block = { type: 'bulleted-list', children: [{ type: 'list-item', children: [image({})] }] }
  const text = {
    title: 'TK',
    excerpt: '',
    featured_image: null,
    featured_image_alt: '',
    content: [paragraph({ text: 'TK' }), list],
  }
  expect(findMarks(text, noFacts).map(({ kind, place }) => `${kind}: ${place.field}`)).toEqual([
    'placeholder: title',
    'placeholder: content',
    'description: content',
    'excerpt: excerpt',
    'featured-image: featured-image',
  ])
})

test('TK below an image has a mark', () => {
  expect(found(image({ alt: 'A ferry', caption: 'In TK' }))).toEqual(['placeholder'])
})

test('a footnote that nothing refers to has a mark', () => {
  const note = (name: string): Block => ({ type: 'footnote', note: name, children: [{ text: 'See there.' }] })
  const reference: Block = { type: 'footnote-reference', note: 'a', children: [{ text: '' }] }
  expect(found(paragraph({ text: 'Dusk' }, reference), note('a'), note('b'))).toEqual(['footnote'])
})

test.each([
  ['a'.repeat(60), 0],
  ['a'.repeat(61), 1],
  ['👩‍🚀'.repeat(60), 0],
])('a title of many characters is cut: %s', (title, marks) => {
  expect(findMarks({ ...textOf(), title }, noFacts)).toHaveLength(marks)
})

describe('straight quotes become curly', () => {
  test.each([
    [`"I don't," she said, "know."`, '“I don’t,” she said, “know.”'],
    [`'Tis the '90s, and rock 'n' roll.`, '’Tis the ’90s, and rock ‘n’ roll.'.replace('‘n', '’n')],
    [`("yes")—"no"`, '(“yes”)—“no”'],
    [`in "1999"`, 'in “1999”'],
    [`'https://example.org', "www.example.org"`, '‘https://example.org’, “www.example.org”'],
    [`the 1990's, her uncle's 'boat'`, 'the 1990’s, her uncle’s ‘boat’'],
  ])('%s', (straight, curly) => {
    expect(curl(straight)).toBe(curly)
  })

  test.each([
    `5'10"`,
    `a 6' wall`,
    `12" records`,
    `at 40° 26' 46"`,
    '`a = "b',
    `see https://example.org/it's`,
  ])('but not in %s', (text) => {
    expect(curl(text)).toBe(text)
  })

  test('as while typing', () => {
    const table = readFileSync(new URL('../lexical/typing/quotations.tsv', import.meta.url), 'utf8')
    const rows = table
      .split('\n')
      .slice(1)
      .map((row) => row.split('\t'))
    const plain = rows.filter(([keys = '']) => !/[*_~#>]|---|^(?:-|1\.) /.test(keys))
    for (const [keys = '', reads = ''] of plain)
      expect(curl(keys)).toBe(reads.replaceAll('—', '--').replaceAll('…', '...'))
  })

  test('an inch within a quotation stays', () => {
    expect(curl(`"I am 5'10"," he said.`)).toBe(`“I am 5'10",” he said.`)
  })
})

test.each([
  ['in the the hold', 'doubled-word'],
  ['The the hold', 'doubled-word'],
  ['don’t don’t', 'doubled-word'],
  ['all she had had', 'maybe-doubled-word'],
  ['on Bora Bora', 'maybe-doubled-word'],
  ['als sie sie sah', 'maybe-doubled-word'],
  ['वह धीरे धीरे चला', 'maybe-doubled-word'],
])('%s has a mark: %s', (text, kind) => {
  expect(inText(text)).toEqual([kind])
})

test.each(['the theatre', 'breathe the air', 'no, no', 'the-the', '2 2', 'the\nthe'])(
  '%s has no mark',
  (text) => {
    expect(inText(text)).toEqual([])
  },
)

test('code is no prose', () => {
  const line: Block = { type: 'code-line', children: [{ text: `the the  "a" TK` }] }
  const inline = paragraph({ text: 'see ' }, { text: `the the  "a"`, code: true }, { text: '.' })
  expect(found({ type: 'code-block', children: [line] }, inline)).toEqual([])
})

test('a fix across marks and links keeps both', () => {
  const before = textOf(
    paragraph({ text: 'on the ' }, { text: 'the quay  ', bold: true }, { text: ' at dusk' }),
  )
  const after = ['doubled-word', 'double-blanks'].reduce(fixAll, before)
  expect(after.content).toEqual([
    paragraph({ text: 'on the' }, { text: ' quay ', bold: true }, { text: 'at dusk' }),
  ])
})

test('a heading that skips levels moves up with those below it', () => {
  const before = textOf(heading('two', 'a'), heading('four', 'b'), heading('five', 'c'), heading('two', 'd'))
  const after = fixAll(before, 'heading-levels')
  expect(after.content.map(({ type }) => type)).toEqual(
    ['two', 'three', 'four', 'two'].map((l) => `heading-${l}`),
  )
})

test('large pictures are marked', () => {
  const facts = { ...noFacts, pictureBytes: new Map([['/a.png', 4.6 * 1024 * 1024]]) }
  const marks = findMarks(textOf(image({ alt: 'A ferry' })), facts)
  expect(marks.map(({ kind, sentence }) => `${kind}: ${sentence}`)).toEqual([
    'large-picture: This image has 4.6 MB.',
  ])
})

const FIXABLE = ['doubled-word', 'straight-quotes', 'double-blanks', 'heading-levels'] as const

function fixAll<T extends Parameters<typeof findMarks>[0]>(text: T, kind: string): T {
  return fixMarks(
    text,
    findMarks(text, noFacts).filter((mark) => mark.kind === kind),
  )
}

const prose = fc
  .array(fc.constantFrom('the', 'The', 'had', '"', "'", ' ', '  ', '\n', '5', ',', '—', 'TK', 'n'), {
    maxLength: 20,
  })
  .map((parts) => parts.join(''))
const headings = fc
  .array(fc.constantFrom('one', 'two', 'three', 'four', 'five', 'six'), { maxLength: 8 })
  .map((levels) => levels.map((level) => heading(level, 'a')))
const texts = fc
  .tuple(prose, fc.array(prose), documents, headings)
  .map(([title, lines, content, sections]) => ({
    ...finished,
    title,
    content: [...lines.map((text) => paragraph({ text })), ...content, ...sections],
  }))

describe.each(FIXABLE)('all fixes of %s', (kind: CopyMarkKind) => {
  test('leave no mark of the kind, and fixing again changes nothing', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const after = fixAll(text, kind)
        expect(findMarks(after, noFacts).filter((mark) => mark.kind === kind)).toEqual([])
        expect(fixAll(after, kind)).toEqual(after)
      }),
    )
  })

  test('change no other letter', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const [before, after] = [text, fixAll(text, kind)].map(({ title, content }) =>
          lettersOf([paragraph({ text: title }), ...content]),
        )
        expect(reduced(after, kind)).toBe(reduced(before, kind))
      }),
    )
  })
})

/** All letters, with the ends of lines also where one block stands in a link of another. */
function lettersOf(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (isText(node)) return node.text
      if (isVoidType(node.type)) return '\uFFFC'
      const inner = lettersOf(node.children)
      return isInlineType(node.type) ? inner : `\n${inner}\n`
    })
    .join('')
}

/** A text without what a fix of a kind may change. */
function reduced(text = '', kind: CopyMarkKind): string {
  if (kind === 'straight-quotes') return text.replace(/["'“”‘’]/g, '')
  if (kind === 'double-blanks') return text.replace(/ +/g, ' ')
  if (kind === 'doubled-word') return text.replace(/(?<!\p{L})(\p{L}+)(?: +\1(?!\p{L}))+/giu, '$1')
  return text
}

test('the outline of readers is the same after all headings are fixed', () => {
  fc.assert(
    fc.property(headings, (content) => {
      const after = fixAll(textOf(...content), 'heading-levels')
      expect(outline(after.content)).toEqual(outline(content))
    }),
  )
})

test('a featured image without a description is marked at its field', () => {
  const marks = findMarks({ ...finished, content: [], featured_image_alt: ' ' }, noFacts)
  expect(marks).toMatchObject([{ kind: 'description', place: { field: 'featured-image-description' } }])
})
