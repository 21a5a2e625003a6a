import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isTest } from './import-graph/rules.ts'
import { findCircles } from './shape/circles.ts'
import { fullFolders, MOST_FILES } from './shape/folders.ts'
import { functionsOf } from './shape/functions.ts'

// `npm run shape`: prints the lengths of files and functions, full folders, and features that import each other.

const root = fileURLToPath(new URL('../', import.meta.url))
const LONG_FUNCTION = 60

const files = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !isTest(file) && !file.includes('/stories/'))
  .map((path) => ({ path, source: readFileSync(`${root}${path}`, 'utf8') }))
const functions = files.flatMap(({ path, source }) => functionsOf(path, source))

const print = (name: string, values: number[]) => {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  console.log(
    `${name.padEnd(12)} ${sorted.length}: p50 ${at(0.5)}, p90 ${at(0.9)}, max ${sorted.at(-1)} lines`,
  )
}
print(
  'Files',
  files.map(({ source }) => source.split('\n').length - 1),
)
print(
  'Functions',
  functions.map(({ lines }) => lines),
)
for (const { path, name, lines } of functions.filter(({ lines }) => lines > LONG_FUNCTION))
  console.log(`  ${lines} ${path} ${name}`)

const full = fullFolders(files.map(({ path }) => path))
console.log(`${'Folders'.padEnd(12)} ${full.size} hold more than ${MOST_FILES} files`)
for (const [folder, held] of full) console.log(`  ${held} ${folder}`)

const circles = findCircles(files)
console.log(`${'Circles'.padEnd(12)} ${circles.length} between folders of features`)
for (const circle of circles) console.log(`  ${circle.join(' ⇄ ')}`)
