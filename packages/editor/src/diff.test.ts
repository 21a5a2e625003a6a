import type { Block } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { compareBlocks } from './index.ts'

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

test('formatting is a change, the order of keys is none', () => {
  const before: Block[] = [{ type: 'paragraph', align: 'left', children: [{ text: 'a', bold: true }] }]
  const reordered: Block[] = [{ children: [{ bold: true, text: 'a' }], align: 'left', type: 'paragraph' }]
  const unmarked: Block[] = [{ type: 'paragraph', align: 'left', children: [{ text: 'a' }] }]
  expect(compareBlocks(before, reordered).changed_blocks).toBe(0)
  expect(compareBlocks(before, unmarked)).toEqual({ changed_blocks: 1, words_added: 0 })
})

test('the longest texts without a common block are compared at once', () => {
  const many = (name: string) => blocks(...Array.from({ length: 10_000 }, (_, index) => `${name} ${index}`))
  expect(compareBlocks(many('old'), many('new')).changed_blocks).toBe(10_000)
})
