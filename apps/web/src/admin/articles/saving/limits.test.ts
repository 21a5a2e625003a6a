import type { Block } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { findLimit } from './limits.ts'

const paragraph = (text: string): Block => ({ type: 'paragraph', children: [{ text }] })
const nest = (levels: number): Block =>
  levels === 1 ? paragraph('') : { type: 'block-quote', children: [nest(levels - 1)] }

test('an ordinary text is far below every limit', () => {
  expect(
    findLimit({ title: 'A story', excerpt: '', content: [paragraph('Once upon a time.')] }),
  ).toBeUndefined()
})

test('a title of 300 characters, emoji included, is nearly full; one more is over', () => {
  expect(findLimit({ title: '🌒'.repeat(300), excerpt: '', content: [] })).toMatchObject({ isOver: false })
  expect(findLimit({ title: '🌒'.repeat(301), excerpt: '', content: [] })).toMatchObject({
    isOver: true,
    message: 'The title is over the limit by 1 character: at most 300 characters can be saved.',
  })
})

test('the size is measured in bytes of the JSON that is sent', () => {
  const filler = Array.from({ length: 5 }, () => paragraph('é'.repeat(90_000)))
  const rest = 1024 * 1024 - new TextEncoder().encode(JSON.stringify([...filler, paragraph('')])).length
  const full = [...filler, paragraph('é'.repeat(rest / 2) + 'x'.repeat(rest % 2))]
  expect(new TextEncoder().encode(JSON.stringify(full))).toHaveLength(1024 * 1024)

  expect(findLimit({ title: 'A', excerpt: '', content: full })).toMatchObject({ isOver: false })
  expect(findLimit({ title: 'A', excerpt: '', content: [...full, paragraph('')] })).toMatchObject({
    isOver: true,
    message: expect.stringMatching(/^The text is over the limit by 1 KB: at most 1,024 KB/),
  })
})

test.each([
  ['parts', Array.from({ length: 10_001 }, () => paragraph('')), /by 2 parts: at most 20,000 parts/],
  ['levels', [nest(32)], /nesting is over the limit by 1 level:/],
  ['passages', [paragraph('x'.repeat(100_001))], /^A passage is over the limit by 1 character/],
])('too many %s: the message says by how much', (_what, content, message) => {
  expect(findLimit({ title: 'A', excerpt: '', content })).toMatchObject({
    isOver: true,
    message: expect.stringMatching(message),
  })
})
