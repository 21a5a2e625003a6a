import { type Block, codePoints, MAX_EXCERPT } from '@nightdesk/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { excerpt, isDerivedExcerpt, plainText, readingMinutes, truncate, wordCount } from '../index.ts'
import { countWords, outline, wordsIn } from './text.ts'

const paragraph = (text: string): Block => ({ type: 'paragraph', children: [{ text }] })

const story: Block[] = [
  { type: 'heading-two', children: [{ text: 'The ' }, { text: 'Door', italic: true }] },
  {
    type: 'paragraph',
    children: [
      { text: 'It was ' },
      { type: 'link', url: '/a', children: [{ text: 'open' }] },
      { text: '.\nWide.' },
    ],
  },
  { type: 'image', url: '/a.png', children: [{ text: '' }] },
  {
    type: 'bulleted-list',
    children: [
      {
        type: 'list-item',
        children: [
          { text: 'one' },
          { type: 'bulleted-list', children: [{ type: 'list-item', children: [{ text: 'two' }] }] },
        ],
      },
    ],
  },
  { type: 'code-block', children: [{ type: 'code-line', children: [{ text: 'x = 1' }] }] },
]

test('plain text has a line per block, item, line of code and soft break', () => {
  expect(plainText(story)).toBe('The Door\nIt was open.\nWide.\n\none\ntwo\nx = 1')
})

test('caption and credit of an image are a line of the text, but never of an excerpt', () => {
  const image = {
    type: 'image',
    url: '/a.png',
    caption: 'The harbour',
    credit: 'M. Otieno',
    children: [{ text: '' }],
  }
  expect(plainText([image, paragraph('Night.')])).toBe('The harbour M. Otieno\nNight.')
  expect(wordCount([image])).toBe(4)
  expect(excerpt([image, paragraph('Night.')])).toBe('Night.')
  expect(excerpt([image])).toBe('')
})

test('words are counted across marks and links, and in languages without spaces', () => {
  expect(wordCount(story)).toBe(10)
  expect(wordCount([paragraph('吾輩は猫である')])).toBeGreaterThan(1)
  expect(wordCount([paragraph('don’t — well-known …')])).toBe(3)
})

test('words are counted as Unicode segmentation finds them', () => {
  const unit = fc.constantFrom(...'abéßZ  \n\u00a0,;.:!?"\'“”‘’()…–-129_·\u0301字\u200d\ufeffא½')
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
      expect(wordCount([paragraph(text)])).toBe(wordsIn(text).length)
    }),
    { numRuns: 2_000 },
  )
})

test('an excerpt is one line of at most 150 graphemes and an ellipsis', () => {
  expect(excerpt(story)).toBe('It was open. Wide.')
  expect(excerpt([paragraph('a'.repeat(150))])).toBe('a'.repeat(150))
  expect(excerpt([paragraph('a'.repeat(151))])).toBe(`${'a'.repeat(150)}…`)
})

test('an excerpt of letters that have many characters can be sent as one that somebody wrote', () => {
  expect(codePoints(excerpt([paragraph('👩‍👩‍👧‍👦'.repeat(200))]))).toBeLessThanOrEqual(MAX_EXCERPT)
})

test('an excerpt ends with a whole word', () => {
  const words = paragraph('lamp '.repeat(40))
  expect(excerpt([words], 150)).toBe(`${'lamp '.repeat(30).trim()}…`)
  expect(excerpt([words], 152)).toBe(`${'lamp '.repeat(30).trim()}…`)
  expect(excerpt([paragraph('the ferry — it left')], 12)).toBe('the ferry…')
  expect(excerpt([paragraph('吾輩は猫である。名前はまだ無い。')], 5)).toBe('吾輩は猫で…')
})

test('an excerpt holds paragraphs only: no heading, no scene break, no code', () => {
  const text = [
    { type: 'heading-one', children: [{ text: 'Night' }] },
    paragraph('***'),
    paragraph('It was late.'),
    { type: 'block-quote', children: [{ text: 'Said he.' }] },
    paragraph('***'),
    paragraph('Years later'),
  ]
  expect(excerpt(text)).toBe('It was late. Years later')
  expect(excerpt(text.filter(({ type }) => type !== 'paragraph'))).toBe('Said he.')
  expect(excerpt(text.slice(0, 2))).toBe('')
})

test('a written excerpt is distinguished from a derived one', () => {
  const text = [{ type: 'heading-one', children: [{ text: 'Night' }] }, paragraph('lamp '.repeat(40))]
  expect(isDerivedExcerpt(excerpt(text), text)).toBe(true)
  // The former rule included headings and cut within words.
  expect(isDerivedExcerpt(`Night ${'lamp '.repeat(40)}`.slice(0, 150).concat('…'), text)).toBe(true)
  expect(isDerivedExcerpt('lamp lamp', text)).toBe(false)
})

test('a grapheme of several code points is never cut', () => {
  const family = '👨‍👩‍👧'
  expect(truncate(family.repeat(3), 2)).toBe(`${family.repeat(2)}…`)
  expect(truncate(family.repeat(3), 3)).toBe(family.repeat(3))
})

test('counting the words of a long passage pauses regularly', () => {
  const long = [paragraph('the 2.5 lamps turn '.repeat(6_000))]
  const count = countWords(long)
  let [pieces, piece] = [1, count.next()]
  for (; !piece.done; piece = count.next()) pieces++
  expect(piece.value).toBe(wordCount(long))
  expect(pieces).toBeGreaterThan(30)
})

test.each([
  [0, 0],
  [1, 1],
  [238, 1],
  [239, 2],
])('%i words take %i minutes', (words, minutes) => {
  expect(readingMinutes(words)).toBe(minutes)
})

describe('headings', () => {
  test('are listed with level, text and position; empty ones are not', () => {
    const blocks = [paragraph('a'), ...story, { type: 'heading-six', children: [{ text: ' ' }] }]
    expect(outline(blocks)).toMatchObject([{ level: 1, text: 'The Door', index: 1 }])
  })
})

test('references have no text, footnotes are text, and neither is in the excerpt or a heading', () => {
  const reference = { type: 'footnote-reference', note: 'a', children: [{ text: '' }] }
  const blocks: Block[] = [
    { type: 'heading-two', children: [{ text: 'Dusk' }, reference, { text: '' }] },
    { type: 'paragraph', children: [{ text: 'A lamp' }, reference, { text: ' burns.' }] },
    { type: 'footnote', note: 'a', children: [{ text: 'See there.' }] },
  ]
  expect(plainText(blocks)).toBe('Dusk\nA lamp burns.\nSee there.')
  expect(wordCount(blocks)).toBe(6)
  expect(excerpt(blocks)).toBe('A lamp burns.')
  expect(outline(blocks)).toMatchObject([{ level: 1, text: 'Dusk', index: 0 }])
})

const heading = (text: string): Block => ({ type: 'heading-two', children: [{ text }] })
const idsOf = (...texts: string[]) => outline(texts.map(heading)).map(({ id }) => id)

test('the id of a heading is made of its words', () => {
  expect(idsOf('The  Crossing, at Dusk!')).toEqual(['the-crossing-at-dusk'])
})

test('an id keeps the letters of every script', () => {
  expect(idsOf('Ngũgĩ’s Lamp', '灯台の夜', 'हिन्दी')).toEqual(['ngũgĩ-s-lamp', '灯台の夜', 'हिन्दी'])
})

test('equivalent Unicode spellings make one id', () => {
  expect(idsOf('Cafe\u0301')).toEqual(idsOf('Caf\u00e9'))
})

test('each id is unique, whatever the headings are', () => {
  expect(idsOf('Night', 'Night 2', 'night', '***', '?', 'Main')).toEqual([
    'night',
    'night-2',
    'night-3',
    'section',
    'section-2',
    'main-2',
  ])
})

test('an id has at most 60 characters', () => {
  expect(idsOf('word '.repeat(100))[0]).toHaveLength(60)
})
