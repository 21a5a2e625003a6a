import { expect, test } from 'vitest'
import { CONTENT_LIMITS, findUnstorable, measureBlock } from './limits.ts'
import type { Block } from './model.ts'

const paragraph = (text: string): Block => ({ type: 'paragraph', children: [{ text }] })
const nest = (levels: number): Block =>
  levels === 1 ? { type: 'block-quote', children: [] } : { type: 'block-quote', children: [nest(levels - 1)] }
const wide = (count: number): Block => ({
  type: 'paragraph',
  children: Array.from({ length: count }, () => ({ text: '' })),
})

test('a block is measured in all that is limited', () => {
  const block: Block = {
    type: 'paragraph',
    votes: { of: ['one', 2] },
    children: [{ text: 'né' }, { text: 'e' }],
  }

  expect(measureBlock(block)).toEqual({
    bytes: Buffer.byteLength(JSON.stringify(block)),
    depth: 3,
    nodes: 4,
    children: 2,
    leaf: 2,
    text: 3,
  })
})

test.each([
  ['depth', nest(CONTENT_LIMITS.depth), nest(CONTENT_LIMITS.depth + 1)],
  ['children', wide(CONTENT_LIMITS.children), wide(CONTENT_LIMITS.children + 1)],
  ['leaf', paragraph('x'.repeat(CONTENT_LIMITS.leaf)), paragraph('x'.repeat(CONTENT_LIMITS.leaf + 1))],
] as const)('what measures more than the limit of %s is what the server refuses', (limit, most, tooMuch) => {
  expect(measureBlock(most)[limit]).toBe(CONTENT_LIMITS[limit])
  expect(findUnstorable([most])).toBeUndefined()
  expect(measureBlock(tooMuch)[limit]).toBe(CONTENT_LIMITS[limit] + 1)
  expect(findUnstorable([tooMuch])).toBeDefined()
})
