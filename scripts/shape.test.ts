import { expect, test } from 'vitest'
import { isTest } from './import-graph/rules.ts'
import { findCircles } from './shape/circles.ts'
import { fullFolders } from './shape/folders.ts'
import { functionsOf, MOST_LINES } from './shape/functions.ts'
import { quantile } from './shape/quantile.ts'
import { countLines, readSources } from './shape/sources.ts'

const sources = readSources('{apps,packages}/*/src/**/*.{ts,tsx}').filter(({ path }) => !isTest(path))

test('no file is longer than 250 lines', () => {
  const files = readSources('{apps,packages,scripts,bench,migrations}/**/*.{ts,tsx,css,sql}')
  const long = files.filter((file) => !file.path.includes('/fixtures/') && countLines(file) > 250)

  expect(long.map(({ path }) => path)).toEqual([])
})

test('no function is longer than 60 lines, and nine of ten have at most 30', () => {
  const functions = sources.flatMap(functionsOf)
  const lengths = functions.map(({ lines }) => lines)

  expect(functions.filter(({ lines }) => lines > MOST_LINES)).toEqual([])
  expect(quantile(lengths, 0.9)).toBeLessThanOrEqual(30)
})

test('the length of a function counts its signature and its closing brace', () => {
  const source = 'const one = () => 1\nfunction two(\n  value: number,\n) {\n  return value\n}\n'

  expect(functionsOf({ path: 'x.ts', source })).toEqual([
    { path: 'x.ts', name: 'one', lines: 1 },
    { path: 'x.ts', name: 'two', lines: 5 },
  ])
})

test('a folder holds fifteen files at most', () => {
  expect([...fullFolders(sources.map(({ path }) => path))]).toEqual([])
})

test('no two folders of features import each other', () => {
  expect(findCircles(sources)).toEqual([])
})
