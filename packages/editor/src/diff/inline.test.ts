import type { Block, Node } from '@nightdesk/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BLOCK_KINDS } from '../lexical/block-kinds.ts'
import { normalize } from '../normal-form.ts'
import { diffWords } from './diff.ts'
import { blockName, inlineDiff } from './inline.ts'
import { textOf, textRunsOf } from './text-runs.ts'

const texts = fc.record(
  { text: fc.constantFrom('the ferry ', 'leaves', ' at dusk', ', ', '\n'), bold: fc.constant(true) },
  { requiredKeys: ['text'] },
)
const links = fc.record({
  type: fc.constant('link'),
  url: fc.constantFrom('/a', '/b'),
  children: fc.array(texts, { minLength: 1, maxLength: 2 }),
})
const paragraphs = fc.array(fc.oneof(texts, links), { minLength: 1, maxLength: 6 }).map((children): Block => {
  const [block] = normalize([{ type: 'paragraph', children: children as Node[] }])
  if (!block) throw new Error('One block stays one')
  return block
})

const compare = (before: Block, after: Block, base: 'before' | 'after') => {
  const { block, changes } = inlineDiff(before, after, diffWords(textOf(before), textOf(after)), { base })
  const runs = textRunsOf(block).map(({ node }) => ({ text: node.text, change: changes.get(node) }))
  const without = (kind: 'added' | 'removed') =>
    runs.flatMap(({ text, change }) => (change?.kind === kind ? [] : [text])).join('')
  const descriptions = runs.flatMap(({ change }) =>
    change?.kind === 'formatted' ? [change.description] : [],
  )
  return { without, descriptions: new Set(descriptions) }
}

test('whichever block is shown, both texts and the same changes of formatting are in it', () => {
  fc.assert(
    fc.property(paragraphs, paragraphs, (before, after) => {
      const [old, present] = [compare(before, after, 'before'), compare(before, after, 'after')]
      for (const { without } of [old, present]) {
        expect(without('added')).toBe(textOf(before))
        expect(without('removed')).toBe(textOf(after))
      }
      expect(old.descriptions).toEqual(present.descriptions)
    }),
  )
})

test('a block has the name that it has on the toolbar', () => {
  const { 'scene-break': _, ...kinds } = BLOCK_KINDS
  const names = Object.entries(kinds).map(([type, { name }]) => [type, name])
  expect(Object.keys(kinds).map((type) => [type, blockName(type)])).toEqual(names)
})
