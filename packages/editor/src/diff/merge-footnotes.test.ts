import type { Block } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { applyChoices, mergeBlocks } from './merge.ts'

const paragraph = (text: string, ...notes: string[]): Block => ({
  type: 'paragraph',
  children: [
    { text },
    ...notes.map((note) => ({ type: 'footnote-reference', note, children: [{ text: '' }] })),
    { text: '' },
  ],
})
const footnote = (note: string, text: string): Block => ({ type: 'footnote', note, children: [{ text }] })

const story = [paragraph('One.', 'a'), paragraph('Two.'), footnote('a', 'See there.')]

test('footnotes that both sides add at the end agree', () => {
  const mine = [
    paragraph('One.', 'a', 'b'),
    paragraph('Two.'),
    footnote('a', 'See there.'),
    footnote('b', 'Mine.'),
  ]
  const theirs = [
    paragraph('One.', 'a'),
    paragraph('Two.', 'c'),
    footnote('a', 'See there.'),
    footnote('c', 'Theirs.'),
  ]
  expect(mergeBlocks(story, mine, theirs)).toEqual([
    {
      kind: 'agreed',
      value: [
        paragraph('One.', 'a', 'b'),
        paragraph('Two.', 'c'),
        footnote('a', 'See there.'),
        footnote('b', 'Mine.'),
        footnote('c', 'Theirs.'),
      ],
    },
  ])
})

test('a footnote that both sides edit is a conflict', () => {
  const [one, two] = story as [Block, Block]
  const parts = mergeBlocks(story, [one, two, footnote('a', 'Mine.')], [one, two, footnote('a', 'Theirs.')])
  expect(parts.map(({ kind }) => kind)).toEqual(['agreed', 'conflict'])
  expect(applyChoices(parts, ['theirs'])).toEqual([one, two, footnote('a', 'Theirs.')])
})

test('a footnote that one side removes with its reference is removed', () => {
  const theirs = [paragraph('One.'), paragraph('Two.')]
  expect(applyChoices(mergeBlocks(story, story, theirs), [])).toEqual(theirs)
})

test('a removed footnote stays if the other side refers to it elsewhere', () => {
  const mine = [paragraph('One.'), paragraph('Two.')]
  const theirs = [paragraph('One.', 'a'), paragraph('Two.', 'a'), footnote('a', 'See there.')]
  expect(applyChoices(mergeBlocks(story, mine, theirs), [])).toEqual([
    paragraph('One.'),
    paragraph('Two.', 'a'),
    footnote('a', 'See there.'),
  ])
})
