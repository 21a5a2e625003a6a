import type { Block } from '@nightdesk/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../normal-form.ts'
import { documents } from '../testing.ts'
import { type BlockChange, compareBlocks, diffBlocks, diffWords } from './diff.ts'

const blocks = (...texts: string[]): Block[] =>
  texts.map((text) => ({ type: 'paragraph', children: [{ text }] }))

test.each([
  ['nothing', blocks('a', 'b'), blocks('a', 'b'), [0, 0]],
  ['a block at the end', blocks('a'), blocks('a', 'two words'), [1, 2]],
  ['a block at the start', blocks('a'), blocks('b', 'a'), [1, 1]],
  ['a block in the middle gone', blocks('a', 'b', 'c'), blocks('a', 'c'), [1, -1]],
  ['a rewritten block', blocks('a', 'old text', 'c'), blocks('a', 'new longer text', 'c'), [1, 1]],
  ['two apart', blocks('a', 'b', 'c', 'd'), blocks('x', 'b', 'y', 'd'), [2, 0]],
  ['a moved block', blocks('a', 'b', 'c'), blocks('b', 'c', 'a'), [1, 0]],
  ['one of two equal blocks', blocks('a', 'a'), blocks('a'), [1, -1]],
  ['everything', blocks('a', 'b'), [], [2, -2]],
])('%s', (_name, before, after, [changed_blocks, words_added]) => {
  expect(compareBlocks(before, after)).toEqual({ changed_blocks, words_added })
})

test('formatting is a change, the order of keys is not', () => {
  const before: Block[] = [{ type: 'paragraph', align: 'left', children: [{ text: 'a', bold: true }] }]
  const reordered: Block[] = [{ children: [{ bold: true, text: 'a' }], align: 'left', type: 'paragraph' }]
  const unmarked: Block[] = [{ type: 'paragraph', align: 'left', children: [{ text: 'a' }] }]
  expect(compareBlocks(before, reordered).changed_blocks).toBe(0)
  expect(compareBlocks(before, unmarked)).toEqual({ changed_blocks: 1, words_added: 0 })
})

test('long texts without a common block are compared quickly', () => {
  const many = (name: string) => blocks(...Array.from({ length: 10_000 }, (_, index) => `${name} ${index}`))
  expect(compareBlocks(many('old'), many('new')).changed_blocks).toBe(10_000)
})

test('similar blocks are compared word by word, others are not', () => {
  const before = blocks('The ferry leaves at dusk.', 'Nobody asks.', 'Gone.')
  const after = blocks('The ferry sails at dusk.', 'Nobody asks.', 'Something else, and new.')
  expect(diffBlocks(before, after)).toMatchObject([
    {
      kind: 'changed',
      words: [
        { kind: 'same', text: 'The ferry ' },
        { kind: 'removed', text: 'leaves ' },
        { kind: 'added', text: 'sails ' },
        { kind: 'same', text: 'at dusk.' },
      ],
    },
    { kind: 'same' },
    { kind: 'removed' },
    { kind: 'added' },
  ])
})

describe('the difference of any two texts', () => {
  const sentences = fc.constantFrom(
    '',
    'The ferry leaves at dusk.',
    'The ferry leaves\nat dawn.',
    'Nobody asks.',
  )
  const texts = fc.oneof(
    fc.array(sentences, { maxLength: 6 }).map((list) => blocks(...list)),
    documents,
  )

  /** One of the two texts: all blocks but those that only the other text has. */
  const side = (changes: BlockChange[], other: 'added' | 'removed') =>
    changes.flatMap((change) => {
      if (change.kind === 'changed') return [other === 'added' ? change.before : change.after]
      return change.kind === other ? [] : [change.block]
    })

  test('contains both', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const changes = diffBlocks(before, after)
        expect(canonicalJson(side(changes, 'added'))).toBe(canonicalJson(before))
        expect(canonicalJson(side(changes, 'removed'))).toBe(canonicalJson(after))
      }),
    )
  })

  test('contains the words of both', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (before, after) => {
        const words = diffWords(before, after)
        const all = (other: string) =>
          words
            .filter(({ kind }) => kind !== other)
            .map(({ text }) => text)
            .join('')
        expect(all('added')).toBe(before)
        expect(all('removed')).toBe(after)
      }),
    )
  })

  test('has no changes for equal texts', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(diffBlocks(text, text).every(({ kind }) => kind === 'same')).toBe(true)
      }),
    )
  })
})
