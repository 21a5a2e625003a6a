import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findCircles } from './shape/circles.ts'
import { functionsOf } from './shape/functions.ts'

// `npm run shape`: how long files and functions are, which folders hold many files, and which features import each other.

const root = fileURLToPath(new URL('../', import.meta.url))
const MOST_FILES = 15
const LONG_FUNCTION = 60

const files = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.tsx?$|\/(testing|fixtures|stories)\b/.test(file))
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

const folders = Map.groupBy(files, ({ path }) => dirname(path))
const full = [...folders].filter(([, held]) => held.length > MOST_FILES)
console.log(
  `${'Folders'.padEnd(12)} ${folders.size}, of which ${full.length} hold more than ${MOST_FILES} files`,
)
for (const [folder, held] of full) console.log(`  ${held.length} ${folder}`)

const circles = findCircles(files)
console.log(`${'Circles'.padEnd(12)} ${circles.length} between folders of features`)
for (const circle of circles) console.log(`  ${circle.join(' ⇄ ')}`)
