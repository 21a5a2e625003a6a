import { gzipSync } from 'node:zlib'
import { build, type Rollup } from 'vite'
import { beforeAll, expect, test } from 'vitest'
import { siteBuild } from '../../vite.builds.ts'
import { apiOf, articles, render } from './testing.ts'

const KB = 1024
let scripts: string[]
let sizes: { reader: number; theme: number; css: number }

beforeAll(async () => {
  const result = await build({ ...siteBuild, build: { ...siteBuild.build, write: false } })
  // One environment, not watched.
  const { output } = result as Rollup.RollupOutput
  scripts = output.map(({ fileName }) => fileName).filter((name) => name.endsWith('.js'))
  sizes = {
    reader: sizeOf(output, /reader-.*\.js$/),
    theme: sizeOf(output, /theme-.*\.js$/),
    css: sizeOf(output, /\.css$/),
  }
}, 30_000)

test('public pages load one script and the one that blocks them, and no chunk of either', () => {
  expect(scripts).toHaveLength(2)
})

test('the script of public pages weighs at most 12 KB, the one that blocks them 1 KB', () => {
  expect(sizes.reader).toBeGreaterThan(0)
  expect(sizes.reader).toBeLessThan(12 * KB)
  expect(sizes.theme).toBeGreaterThan(0)
  expect(sizes.theme).toBeLessThan(KB)
})

test('a home page of 24 cards with all it loads weighs at most 30 KB, pictures and fonts aside', async () => {
  const { html } = await render('/', apiOf(articles(25)))
  const total = gzipSync(html).length + sizes.reader + sizes.theme + sizes.css
  expect(sizes.css).toBeGreaterThan(0)
  expect(total).toBeLessThan(30 * KB)
})

/** Of all matching files, compressed. */
function sizeOf(output: Rollup.RollupOutput['output'], name: RegExp): number {
  return output
    .filter(({ fileName }) => name.test(fileName))
    .reduce((sum, file) => sum + gzipSync(file.type === 'chunk' ? file.code : file.source).length, 0)
}
