import { expect, test } from 'vitest'
import { describeEdit } from './change.ts'

const block = (text: string, marks = {}) => ({ type: 'paragraph', children: [{ text, ...marks }] })
const before = {
  title: 'A',
  excerpt: 'E',
  poster_image_id: null,
  poster_alt: null,
  credits: [],
  content: [block('one two'), block('three')],
}

test.each([
  ['Edited title', { title: 'B' }],
  ['Edited excerpt', { excerpt: 'F' }],
  ['Edited featured image', { poster_image_id: 1 }],
  ['Edited featured image', { poster_image_id: 1, poster_alt: 'A ferry' }],
  ['Edited description of the featured image', { poster_alt: 'A ferry' }],
  ['Edited byline', { credits: [{ person_id: 1, name: 'Ada', role: 'author' as const }] }],
  ['Edited 1 block', { content: [block('one two'), block('four')] }],
  ['Edited 1 block', { content: [block('one two', { bold: true }), block('three')] }],
  ['Edited 1 block, +1 word', { content: [block('one two'), block('three four')] }],
  ['Edited 2 blocks, −3 words', { content: [] }],
  [
    'Edited title, featured image, and 1 block, +120 words',
    { title: 'B', poster_image_id: 1, content: [...before.content, block('word '.repeat(120))] },
  ],
  ['Edited title and excerpt', { title: 'B', excerpt: 'F' }],
  ['Edited excerpt and 1 block', { excerpt: 'F', content: [block('one two'), block('four')] }],
  ['Edited excerpt', { excerpt: 'one two three' }],
])('%s', (description, change) => {
  expect(describeEdit(before, { ...before, ...change })).toBe(description)
})

test('an excerpt that follows the text is not mentioned', () => {
  const after = { ...before, content: [block('four')], excerpt: 'four' }
  expect(describeEdit({ ...before, excerpt: 'one two three' }, after)).toBe('Edited 2 blocks, −2 words')
})
