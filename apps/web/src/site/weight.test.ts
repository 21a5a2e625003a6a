import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { imagePath, type PublishedArticle, VARIANT_FORMATS, variantWidths } from '@nightdesk/contracts'
import { build, type Rollup } from 'vite'
import { beforeAll, expect, test } from 'vitest'
import { siteBuild } from '../../vite.builds.ts'
import { apiOf, articles, render } from './testing.ts'

const KB = 1024
let scripts: string[]
let sizes: { reader: number; theme: number; css: number }

beforeAll(async () => {
  const result = await build({ ...siteBuild, build: { ...siteBuild.build, write: false } })
  // Vite returns a single output, as there is one environment and no watcher.
  const { output } = result as Rollup.RollupOutput
  scripts = output.map(({ fileName }) => fileName).filter((name) => name.endsWith('.js'))
  sizes = {
    reader: sizeOf(output, /reader-.*\.js$/),
    theme: sizeOf(output, /theme-.*\.js$/),
    css: sizeOf(output, /\.css$/),
  }
}, 30_000)

test('public pages load one module and one blocking script, without further chunks', () => {
  expect(scripts).toHaveLength(2)
})

test('the module of public pages weighs at most 12 KB, the blocking script 1 KB', () => {
  expect(sizes.reader).toBeGreaterThan(0)
  expect(sizes.reader).toBeLessThan(12 * KB)
  expect(sizes.theme).toBeGreaterThan(0)
  expect(sizes.theme).toBeLessThan(KB)
})

test('a home page of 24 cards with posters weighs at most 30 KB with all it loads, without pictures and fonts', async () => {
  const { html } = await render('/', apiOf(articles(25).map(withPoster)))
  expect(html.match(/<source /g)).toHaveLength(48)
  const total = gzipSync(html).length + sizes.reader + sizes.theme + sizes.css
  expect(sizes.css).toBeGreaterThan(0)
  expect(total).toBeLessThan(30 * KB)
})

/** The compressed size of all matching files, in bytes. */
function sizeOf(output: Rollup.RollupOutput['output'], name: RegExp): number {
  return output
    .filter(({ fileName }) => name.test(fileName))
    .reduce((sum, file) => sum + gzipSync(file.type === 'chunk' ? file.code : file.source).length, 0)
}

/** File names are random, so they compress worst of all parts of a card. */
function withPoster(article: PublishedArticle): PublishedArticle {
  const poster_url = imagePath(newName('jpg'))
  const variants = VARIANT_FORMATS.flatMap((format) =>
    variantWidths(1600).map((width) => ({ url: imagePath(newName(format)), width, format })),
  )
  return { ...article, poster_url, images: { [poster_url]: { width: 1600, height: 900, variants } } }
}

const newName = (extension: string) =>
  `${Array.from(randomBytes(26), (byte) => 'abcdefghijklmnopqrstuvwxyz234567'[byte % 32]).join('')}.${extension}`
