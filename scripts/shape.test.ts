import { expect, test } from 'vitest'
import { isTest } from './import-graph/rules.ts'
import { findCircles } from './shape/circles.ts'
import { fullFolders } from './shape/folders.ts'
import { countLines, readSources } from './shape/sources.ts'

const sources = readSources('{apps,packages}/*/src/**/*.{ts,tsx}').filter(({ path }) => !isTest(path))

test('no file is longer than 250 lines', () => {
  const files = readSources('{apps,packages,scripts,bench,migrations}/**/*.{ts,tsx,css,sql}')
  const long = files.filter((file) => !file.path.includes('/fixtures/') && countLines(file) > 250)

  expect(long.map(({ path }) => path)).toEqual([])
})

/** Folders that may hold more than fifteen files, with the reason. */
const FULL_FOLDERS = {
  'packages/editor/src/lexical/typing': 'one file for each thing that typing does',
}

test('a folder holds fifteen files at most', () => {
  const full = fullFolders(sources.map(({ path }) => path))

  expect([...full.keys()].sort()).toEqual(Object.keys(FULL_FOLDERS).sort())
})

test('no two folders of features import each other', () => {
  expect(findCircles(sources)).toEqual([])
})
