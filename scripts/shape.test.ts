import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { layers } from './import-graph/rules.ts'
import { filesInCircles, foldersInCircles, graphOf } from './shape/circles.ts'
import { productSources } from './shape/sources.ts'

test('neither files nor sibling folders import each other in a circle', () => {
  const graph = graphOf(productSources())

  expect(filesInCircles(graph)).toEqual([])
  expect(foldersInCircles(graph)).toEqual([])
})

test('the guide for contributors says which packages import which', () => {
  expect(readFileSync(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8')).toContain(layers())
})
