import { expect, test } from 'vitest'
import { BLOCK_KINDS } from '../lexical/blocks/block-kinds.ts'
import { blockName } from './formatting.ts'

test('a block has the name that it has on the toolbar', () => {
  const { 'scene-break': _, ...kinds } = BLOCK_KINDS
  const names = Object.entries(kinds).map(([type, { name }]) => [type, name])
  expect(Object.keys(kinds).map((type) => [type, blockName(type)])).toEqual(names)
})
