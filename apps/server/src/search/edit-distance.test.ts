import { expect, test } from 'vitest'
import { editDistance } from './words.ts'

test.each([
  ['', '', 0],
  ['', 'moon', 4],
  ['moon', '', 4],
  ['moon', 'moon', 0],
  ['ceres', 'cerse', 1],
  ['lighthouse', 'lihgthuose', 2],
  ['glacier', 'glasier', 1],
  ['ferry', 'fery', 1],
  ['fery', 'ferry', 1],
  ['rain', 'train', 1],
  ['kitten', 'sitting', 3],
  ['😀a', 'a😀', 1],
])('from %j to %j it is %i', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance)
})
