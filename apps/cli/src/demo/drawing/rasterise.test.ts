import sharp from 'sharp'
import { expect, it } from 'vitest'
import { drawingNames, svgOf } from './drawings.ts'
import { pngOf } from './rasterise.ts'

it.each(drawingNames)('%s becomes a picture of many shapes, well under 1 MB', async (name) => {
  const png = await pngOf(name)

  const { format, width, height } = await sharp(png).metadata()
  const { entropy } = await sharp(png).stats()
  expect([format, `${width}×${height}`]).toEqual(['png', expect.stringMatching(/^(1600×900|1200×750)$/)])
  expect(png.length).toBeLessThan(400_000)
  expect(entropy).toBeGreaterThan(0.7)
})

it.each(drawingNames)('%s is the same on every run, without a number that failed', (name) => {
  const svg = svgOf(name)

  expect(svgOf(name)).toBe(svg)
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
})

it.each(drawingNames)('%s names each clip path once', (name) => {
  const ids = svgOf(name).match(/(?<= id=")[^"]+/g) ?? []

  expect(ids).toEqual([...new Set(ids)])
})
