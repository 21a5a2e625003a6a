import { describe, expect, test } from 'vitest'
import type { ArticleText } from '../article-text.ts'
import { chooseText, describeChanges, hasConflict, mergeFromAny, mergeTexts } from './merge-text.ts'

const text = (title: string, ...words: string[]): ArticleText => ({
  title,
  content: words.map((word) => ({ type: 'paragraph', children: [{ text: word }] })),
  excerpt: '',
  poster: null,
  tags: [],
})
const base = text('A ferry', 'It leaves.', 'Nobody waves.')

test('edits that do not touch are merged, the title apart from the text', () => {
  const merged = mergeTexts(
    base,
    text('A ferry', 'It leaves late.', 'Nobody waves.'),
    text('The ferry', 'It leaves.', 'All wave.'),
  )

  expect(hasConflict(merged)).toBe(false)
  expect(chooseText(merged)).toEqual(text('The ferry', 'It leaves late.', 'All wave.'))
})

test('what both changed is a choice, and without one it is mine', () => {
  const merged = mergeTexts(
    base,
    text('Mine', 'It leaves.', 'I wave.'),
    text('Theirs', 'It leaves.', 'They wave.'),
  )

  expect(hasConflict(merged)).toBe(true)
  expect(chooseText(merged)).toEqual(text('Mine', 'It leaves.', 'I wave.'))
  expect(chooseText(merged, { title: 'theirs', excerpt: 'mine', poster: 'mine', content: ['both'] })).toEqual(
    text('Theirs', 'It leaves.', 'I wave.', 'They wave.'),
  )
})

describe('of two windows that knew the same copy', () => {
  const copied = text('A ferry', 'It leaves late.', 'Nobody waves.')
  const gone_on = text('A ferry', 'It leaves late, or never.', 'Nobody waves.')

  test('one goes on from it, and the other is not asked about what both have', () => {
    const mine = text('The ferry', 'It leaves late.', 'Nobody waves.')

    const { merged, base: chosen } = mergeFromAny([base, copied], mine, gone_on)

    expect(chosen).toBe(copied)
    expect(chooseText(merged)).toEqual(text('The ferry', 'It leaves late, or never.', 'Nobody waves.'))
  })

  test('what only one of them has stays, whenever the version says enough', () => {
    const mine = text('A ferry', 'It leaves.', 'Nobody waves.', 'It rains.')

    const { merged } = mergeFromAny([base, mine], mine, text('The ferry', 'It leaves.', 'Nobody waves.'))

    expect(chooseText(merged)).toEqual(text('The ferry', 'It leaves.', 'Nobody waves.', 'It rains.'))
  })

  test('both change what the copy has: they are asked, by what they began from', () => {
    const { merged, base: chosen } = mergeFromAny(
      [base, copied],
      text('A ferry', 'It sinks.', 'Nobody waves.'),
      gone_on,
    )

    expect(hasConflict(merged)).toBe(true)
    expect(chosen).toBe(base)
  })
})

test('tags of both are there, and are never a choice', () => {
  const merged = mergeTexts(base, { ...base, tags: ['Sea'] }, { ...base, tags: ['Moon'] })

  expect(hasConflict(merged)).toBe(false)
  expect(chooseText(merged).tags).toEqual(['Moon', 'Sea'])
})

test('an excerpt that one wrote is there, and one that both wrote is a choice', () => {
  const mine = { ...base, excerpt: 'Nobody comes.' }

  expect(chooseText(mergeTexts(base, mine, base)).excerpt).toBe('Nobody comes.')
  expect(chooseText(mergeTexts(base, base, mine)).excerpt).toBe('Nobody comes.')
  expect(hasConflict(mergeTexts(base, mine, { ...base, excerpt: 'All come.' }))).toBe(true)
})

test('a text that the editor only opened is no edit, whatever its form', () => {
  const stored: ArticleText = {
    ...base,
    content: [{ type: 'paragraph', children: [{ text: 'It ' }, { text: 'leaves.' }] }],
  }

  const merged = mergeTexts(stored, text('A ferry', 'It leaves.'), text('A ferry', 'It leaves at dusk.'))

  expect(chooseText(merged)).toEqual(text('A ferry', 'It leaves at dusk.'))
})

describe('what came in is told', () => {
  test.each([
    ['the title', text('The ferry', 'It leaves.', 'Nobody waves.')],
    ['the excerpt', { ...base, excerpt: 'Nobody comes.' }],
    ['the tags', { ...base, tags: ['Moon'] }],
    ['1 block', text('A ferry', 'It leaves.', 'All wave.')],
    ['the title and 2 blocks', text('The ferry', 'It came.', 'All wave.')],
  ])('as %s', (words, theirs) => {
    expect(describeChanges(base, theirs)).toBe(words)
  })
})
