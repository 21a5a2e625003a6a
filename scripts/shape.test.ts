import { expect, test } from 'vitest'
import { isTest } from './import-graph/rules.ts'
import { findCircles } from './shape/circles.ts'
import { functionsOf } from './shape/functions.ts'
import { readSources } from './shape/sources.ts'

const sources = readSources('{apps,packages}/*/src/**/*.{ts,tsx}').filter(({ path }) => !isTest(path))

test('the length of a function counts its signature and its closing brace', () => {
  const source = 'const one = () => 1\nfunction two(\n  value: number,\n) {\n  return value\n}\n'

  expect(functionsOf({ path: 'x.ts', source })).toEqual([
    { path: 'x.ts', name: 'one', lines: 1 },
    { path: 'x.ts', name: 'two', lines: 5 },
  ])
})

test('no two folders of features import each other', () => {
  expect(findCircles(sources)).toEqual([])
})
