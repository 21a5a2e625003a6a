import type { Import } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import {
  describeCounts,
  describeItem,
  describeOtherAuthors,
  describePlan,
  describeResult,
  describeUndo,
} from './import-words.ts'

const none = { planned: 0, done: 0, known: 0, failed: 0, left: 0, undone: 0 }
const figures = { pages: 0, words: 1200, pictures: 1, with_notes: 0, waiting_for_pictures: 0, counts: none }
const item = { state: 'published', published_at: '2018-10-21T12:00:00.000Z', words: 1, pictures: 2 } as const

test('the dry run is told in sentences', () => {
  const counts = { ...none, planned: 72, known: 1, failed: 2 }

  expect(describePlan({ ...figures, pages: 3, counts, with_notes: 5, authors: [1, 2] })).toEqual([
    '72 items come in: 3 pages, 1,200 words, 1 picture, 2 authors.',
    'Something changes or is lost in 5 items.',
    '1 item is already here, and stays as it is.',
    '2 items cannot come in.',
  ])
  expect(describePlan({ ...figures, counts: { ...none, known: 2 }, authors: [] })).toEqual([
    'Nothing in this file is new.',
    '2 items are already here, and stay as they are.',
  ])
  expect(describePlan({ ...figures, counts: { ...none, failed: 1 }, authors: [] })).toEqual([
    '1 item cannot come in.',
  ])
})

test('the receipt says what is not finished, and undo what stays', () => {
  const shown = { ...figures, counts: { ...none, done: 1 }, waiting_for_pictures: 1 } as Import // the rest is not shown

  expect(describeResult(shown)).toEqual([
    '1 item came in: 1,200 words and 1 picture.',
    'Pictures of 1 story are still being copied from the old site.',
  ])
  expect(describeUndo({ counts: { ...none, undone: 3, left: 1 } })).toEqual([
    '3 stories were deleted.',
    '1 story was edited since, and stays.',
    'The import stays in the list, so that it comes in no second time.',
  ])
  expect(describeCounts({ state: 'undone', counts: { ...none, undone: 3, left: 1 } })).toBe(
    '1 edited and left, 3 deleted',
  )
})

test('an item is described as it comes in', () => {
  const summary = { ...item, tags: [], authors: [] }

  expect(describeItem({ summary }, 'original')).toBe('Published Oct 21, 2018 · 1 word · 2 pictures')
  expect(describeItem({ summary }, 'draft')).toBe('Draft · 1 word · 2 pictures')
  expect(describeItem({ summary: { ...summary, path: '/about' } }, 'draft')).toBe(
    'Page at /about · Draft · 1 word · 2 pictures',
  )
})

test('one author without a choice is not told as several', () => {
  expect(describeOtherAuthors(1)).toBe('1 other author comes in under their own name.')
  expect(describeOtherAuthors(1200)).toBe('1,200 other authors come in under their own names.')
})
