import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawings, pngOf } from './drawings.ts'

test.each(drawings)('%s becomes a picture of many shapes, well under 1 MB', async (drawing) => {
  const png = await pngOf(drawing)

  const { format, width, height } = await sharp(png).metadata()
  const { entropy } = await sharp(png).stats()
  expect([format, `${width}×${height}`]).toEqual(['png', expect.stringMatching(/^(1600×900|1200×750)$/)])
  expect(png.length).toBeLessThan(400_000)
  expect(entropy).toBeGreaterThan(0.7)
})
