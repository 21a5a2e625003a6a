import { isTest } from './import-graph/rules.ts'
import { findCircles } from './shape/circles.ts'
import { functionsOf } from './shape/functions.ts'
import { quantile } from './shape/quantile.ts'
import { countLines, readSources } from './shape/sources.ts'

// `npm run shape`: prints the lengths of files and functions, and features that import each other.

const files = readSources('{apps,packages}/*/src/**/*.{ts,tsx}').filter(({ path }) => !isTest(path))
const functions = files.flatMap(functionsOf)

printLengths('Files', files.map(countLines))
printLengths(
  'Functions',
  functions.map(({ lines }) => lines),
)

const circles = findCircles(files)
console.log(`${'Circles'.padEnd(12)} ${circles.length} between folders of features`)
for (const circle of circles) console.log(`  ${circle.join(' ⇄ ')}`)

function printLengths(name: string, lengths: number[]) {
  const [p50, p90, max] = [0.5, 0.9, 1].map((share) => quantile(lengths, share))
  console.log(`${name.padEnd(12)} ${lengths.length}: p50 ${p50}, p90 ${p90}, max ${max} lines`)
}
