import { isTest } from './import-graph/rules.ts'
import { findCircles } from './shape/circles.ts'
import { fullFolders, MOST_FILES } from './shape/folders.ts'
import { functionsOf, MOST_LINES } from './shape/functions.ts'
import { quantile } from './shape/quantile.ts'
import { countLines, readSources } from './shape/sources.ts'

// `npm run shape`: prints the lengths of files and functions, full folders, and features that import each other.

const files = readSources('{apps,packages}/*/src/**/*.{ts,tsx}').filter(({ path }) => !isTest(path))
const functions = files.flatMap(functionsOf)

printLengths('Files', files.map(countLines))
printLengths(
  'Functions',
  functions.map(({ lines }) => lines),
)
for (const { path, name, lines } of functions.filter(({ lines }) => lines > MOST_LINES))
  console.log(`  ${lines} ${path} ${name}`)

const full = fullFolders(files.map(({ path }) => path))
console.log(`${'Folders'.padEnd(12)} ${full.size} hold more than ${MOST_FILES} files`)
for (const [folder, held] of full) console.log(`  ${held} ${folder}`)

const circles = findCircles(files)
console.log(`${'Circles'.padEnd(12)} ${circles.length} between folders of features`)
for (const circle of circles) console.log(`  ${circle.join(' ⇄ ')}`)

function printLengths(name: string, lengths: number[]) {
  const [p50, p90, max] = [0.5, 0.9, 1].map((share) => quantile(lengths, share))
  console.log(`${name.padEnd(12)} ${lengths.length}: p50 ${p50}, p90 ${p90}, max ${max} lines`)
}
