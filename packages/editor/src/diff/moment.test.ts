import type { Block, Node } from '@nightdesk/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isFootnote } from '../footnotes.ts'
import { canonicalJson, normalize } from '../normal-form.ts'
import { documents } from '../testing.ts'
import { bringBack, bringBackWords, compareWithNow, type MomentPart } from './moment.ts'
import { textOf } from './text-runs.ts'

const blocks = (...texts: string[]): Block[] =>
  texts.map((text) => ({ type: 'paragraph', children: [{ text }] }))
const textsOf = (content: readonly Block[]) => content.map(textOf)
const cutIn = (parts: readonly MomentPart[]) => parts.flatMap((part) => (part.kind === 'cut' ? [part] : []))

/** The text after a block was brought back. */
function broughtBack(then: Block[], now: Block[], text: string): string[] {
  const cut = cutIn(compareWithNow(then, now)).find(({ block }) => textOf(block) === text)
  if (!cut) throw new Error(`${text} was not cut`)
  return textsOf(bringBack(then, now, cut))
}

/** The text after the first cut words were brought back. */
function firstReturned(then: Block[], now: Block[]): Block[] {
  const edited = compareWithNow(then, now).find((part) => part.kind === 'edited')
  if (!edited) throw new Error('A block was edited')
  const run = edited.words.findIndex(({ kind }) => kind === 'removed')
  return normalize(bringBackWords(now, edited, run))
}

describe('a cut block returns', () => {
  const then = blocks('One.', 'Two.', 'Three.', 'Four.')

  test.each([
    [
      'after the block that it followed',
      ['One.', 'New.', 'Four.'],
      'Two.',
      ['One.', 'Two.', 'New.', 'Four.'],
    ],
    [
      'else before the one that it preceded',
      ['One.', 'New.', 'Four.'],
      'Three.',
      ['One.', 'New.', 'Three.', 'Four.'],
    ],
    ['else after the nearest one before it', ['One.', 'New.'], 'Three.', ['One.', 'Three.', 'New.']],
    [
      'beside a neighbour that moved down',
      ['New.', 'Newer.', 'One.'],
      'Two.',
      ['New.', 'Newer.', 'One.', 'Two.'],
    ],
    ['before the new beginning, if nothing else exists', ['New.'], 'One.', ['One.', 'New.']],
    ['into an empty text', [], 'Two.', ['Two.']],
  ])('%s', (_name, now, text, expected) => {
    expect(broughtBack(then, blocks(...now), text)).toEqual(expected)
  })

  test('beside a neighbour that was edited', () => {
    const before = blocks('The ferry leaves at dusk.', 'Nobody asks.')
    const now = blocks('New.', 'The ferry sails at dusk.', 'Newer.')
    expect(broughtBack(before, now, 'Nobody asks.')).toEqual([
      'New.',
      'The ferry sails at dusk.',
      'Nobody asks.',
      'Newer.',
    ])
  })
})

test.each([
  [
    ['A', 'B', 'C'],
    ['A', 'C'],
    ['A', 'B', 'C'],
  ],
  [['A', 'B', 'C'], ['A'], ['A', 'B', 'C']],
  [['A', 'B', 'C'], ['C'], ['A', 'B', 'C']],
  [
    ['A', 'an old word'],
    ['A', 'an word'],
    ['A', 'an old word'],
  ],
])('of the list %j, what %j lacks returns as items', (before, after, expected) => {
  const list = (items: string[]): Block => ({
    type: 'bulleted-list',
    children: items.map((text) => ({ type: 'list-item', children: [{ text }] })),
  })
  expect(firstReturned([list(before)], [list(after)])).toEqual([list(expected)])
})

test('an item that is a link returns as an item', () => {
  const item = (...children: Node[]) => ({ type: 'list-item', children })
  const link = { type: 'link', url: '/b', children: [{ text: 'B' }] }
  const list = (...children: Node[]) => normalize([{ type: 'bulleted-list', children }])
  const [a, c] = [item({ text: 'A' }), item({ text: 'C' })]
  expect(firstReturned(list(a, item(link), c), list(a, c))).toEqual(list(a, item({ text: 'B' }), c))
})

test('words return beside a link, not in it', () => {
  const link = { type: 'link', url: '/log', children: [{ text: 'the log' }] }
  const read = (end: string) =>
    normalize([{ type: 'paragraph', children: [{ text: 'Read ' }, link, { text: end }] }])
  expect(firstReturned(read(' twice.'), read(''))).toEqual(read(' twice.'))
})

test('a footnote returns with the passage that refers to it', () => {
  const note = { type: 'footnote', note: 'a', children: [{ text: 'See there.' }] }
  const reference = { type: 'footnote-reference', note: 'a', children: [{ text: '' }] }
  const passage = { type: 'paragraph', children: [{ text: 'Two.' }, reference, { text: '' }] }
  const then = [...blocks('One.'), passage, note]
  const now = blocks('One.', 'Three.')
  const [first] = cutIn(compareWithNow(then, now))
  if (!first) throw new Error('The passage was cut')

  const after = bringBack(then, now, first)

  expect(textsOf(after)).toEqual(['One.', 'Two.', 'Three.', 'See there.'])
  expect(cutIn(compareWithNow(then, after))).toEqual([])
})

test('a moved block was not cut', () => {
  const parts = compareWithNow(blocks('One.', 'Two.', 'Three.'), blocks('Two.', 'Three.', 'One.'))
  expect(parts.map(({ kind }) => kind)).toEqual(['moved', 'same', 'same', 'added'])
})

test('cut words return between the words that are still there', () => {
  const then = blocks('Before.', 'The old ferry leaves at dusk, always.')
  const now = blocks('The ferry leaves at dusk.', 'After.')
  const edited = compareWithNow(then, now).find((part) => part.kind === 'edited')
  if (!edited) throw new Error('The block was edited')
  const runs = edited.words.flatMap(({ kind }, index) => (kind === 'removed' ? [index] : []))

  const texts = runs.map((run) => textsOf(bringBackWords(now, edited, run)))

  expect(texts).toEqual([
    ['The old ferry leaves at dusk.', 'After.'],
    ['The ferry leaves at dusk, always.', 'After.'],
  ])
})

test('a cut word does not become one with the word that has replaced it', () => {
  const returned = firstReturned(blocks('The ferry leaves at dusk'), blocks('The ferry leaves at dawn'))
  expect(textsOf(returned)).toEqual(['The ferry leaves at dusk dawn'])
})

test('a cut caption returns to its image', () => {
  const image = (caption: string): Block => ({
    type: 'image',
    url: '/a.png',
    caption,
    children: [{ text: '' }],
  })
  const now = [image('')]
  const edited = compareWithNow([image('The ferry')], now).find((part) => part.kind === 'edited')
  if (!edited) throw new Error('The image was not edited')

  expect(bringBackWords(now, edited, 0)).toEqual([image('The ferry')])
})

describe('in any two texts', () => {
  const few = fc.constantFrom(
    'One.',
    'Two.',
    'Three.',
    'The ferry leaves at dusk.',
    'The ferry sails at dusk.',
  )
  const texts = fc.oneof(
    fc.array(few, { maxLength: 8 }).map((list) => blocks(...list)),
    documents,
  )
  const keys = (content: readonly Block[]) => content.map(canonicalJson)
  const count = (content: readonly Block[], block: Block) =>
    keys(content).filter((key) => key === canonicalJson(block)).length

  test('the parts contain both texts', () => {
    fc.assert(
      fc.property(texts, texts, (then, now) => {
        const parts = compareWithNow(then, now)
        const old = parts.flatMap((part) => {
          if (part.kind === 'edited') return [part.before]
          return part.kind === 'added' ? [] : [part.block]
        })
        const present = parts.flatMap((part) => {
          if (part.kind === 'edited') return [part.after]
          return part.kind === 'cut' || part.kind === 'moved' ? [] : [part.block]
        })
        expect(keys(old)).toEqual(keys(then))
        expect(keys(present)).toEqual(keys(now))
      }),
    )
  })

  test('a block that returns is beside a neighbour that still exists, and nothing else changes', () => {
    fc.assert(
      fc.property(texts, texts, (then, now) => {
        const parts = compareWithNow(then, now)
        const old = parts.filter(({ kind }) => kind !== 'added')
        old.forEach((part, index) => {
          if (part.kind !== 'cut') return
          const after = bringBack(then, now, part)
          const others = after.toSpliced(part.at, 1)
          expect(keys(others.slice(0, now.length))).toEqual(keys(now))
          expect(others.slice(now.length).every(isFootnote)).toBe(true)
          const [previous, next] = [old[index - 1], old[index + 1]]
          const all = keys(after)
          if (presentKey(previous)) expect(all[part.at - 1]).toBe(presentKey(previous))
          else if (presentKey(next)) expect(all[part.at + 1]).toBe(presentKey(next))
        })
      }),
    )
  })

  test('every cut block returns exactly once, whatever the order', () => {
    fc.assert(
      fc.property(texts, texts, fc.nat(), (then, now, choice) => {
        let text = [...now]
        for (let round = 0; round <= then.length; round++) {
          const cut = cutIn(compareWithNow(then, text))
          const next = cut[choice % Math.max(1, cut.length)]
          if (!next) break
          expect(count(text, next.block)).toBeLessThan(count(then, next.block))
          text = bringBack(then, text, next)
        }
        expect(cutIn(compareWithNow(then, text))).toEqual([])
        for (const block of now) expect(count(text, block)).toBeGreaterThanOrEqual(count(now, block))
      }),
    )
  })

  /** Of the present block that a part is paired with. */
  const presentKey = (part: MomentPart | undefined) => {
    if (part?.kind === 'edited') return canonicalJson(part.after)
    return part?.kind === 'same' ? canonicalJson(part.block) : undefined
  }
})
