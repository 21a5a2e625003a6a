import { describe, expect, test } from 'vitest'
import type { ArticleText } from './article-text.ts'
import { chooseText, describeChanges, hasConflict, mergeTexts } from './merge-text.ts'

const text = (title: string, ...words: string[]): ArticleText => ({
  title,
  content: words.map((word) => ({ type: 'paragraph', children: [{ text: word }] })),
  poster: null,
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
  expect(chooseText(merged, { title: 'theirs', poster: 'mine', content: ['both'] })).toEqual(
    text('Theirs', 'It leaves.', 'I wave.', 'They wave.'),
  )
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
    ['1 block', text('A ferry', 'It leaves.', 'All wave.')],
    ['the title and 2 blocks', text('The ferry', 'It came.', 'All wave.')],
  ])('as %s', (words, theirs) => {
    expect(describeChanges(base, theirs)).toBe(words)
  })
})
