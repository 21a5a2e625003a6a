import { MAX_IMAGE_BYTES } from '@nightdesk/contracts'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createEncoder, createImageProcessor } from './image-processor.ts'
import { flat, movingGif } from './testing.ts'
import { watchMemory } from './testing-memory.ts'

const MB = 1024 ** 2
// The test is about memory: a busy machine may take its time.
const images = createImageProcessor({ timeout: 120_000 })
afterAll(() => images.close())

/** Small files with more pixels than their decoder has memory for, with the limit in megapixels. */
const pictures: [name: string, limit: number, make: () => Sharp | Promise<Sharp>][] = [
  ['a progressive JPEG', 16, () => flat(8000, 5000).jpeg({ progressive: true, chromaSubsampling: '4:4:4' })],
  ['an interlaced PNG', 33, () => flat(8000, 5000).png({ progressive: true })],
  ['a GIF', 16, () => flat(5000, 4000).gif({ effort: 1 })],
  ['a WebP without loss', 16, () => flat(5000, 4000).webp({ lossless: true, effort: 0 })],
  ['an AVIF', 8, () => flat(4000, 3000).avif({ effort: 0 })],
]

describe('judged by its header', () => {
  test.each(pictures)(
    '%s of more pixels than its decoder has room for is refused',
    async (_, limit, make) => {
      const bytes = await (await make()).toBuffer()
      expect(bytes.length).toBeLessThan(MAX_IMAGE_BYTES)

      await expect(images.process(bytes)).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        message: `This image is too large. Please upload one of at most ${limit} megapixels.`,
      })
    },
  )
})

test('the limit follows the format of the file, not that of the result', async () => {
  const encoder = createEncoder({ size: 1, maxWaiting: 1, timeout: 60_000, idle: 60_000 })
  onTestFinished(() => encoder.close())
  const bytes = await flat(4000, 3000).avif({ effort: 0 }).toBuffer()

  const reply = await encoder.run({ bytes, extension: 'jpg', side: 100 })

  expect(reply).toMatchObject({ problem: 'too_many_pixels', detail: '8' })
})

test('the largest images of each format keep each process below 256 MB and all below 512', async () => {
  const files = await Promise.all([
    flat(7900, 5000).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
    flat(7000, 4700).jpeg({ progressive: true }).toBuffer(),
    flat(7000, 4700).png({ progressive: true }).toBuffer(),
    flat(4000, 4000).gif({ effort: 1 }).toBuffer(),
    flat(4000, 4000).webp({ lossless: true, effort: 0 }).toBuffer(),
    flat(3264, 2448).avif({ effort: 0 }).toBuffer(),
    sharp(await movingGif(16, 1000), { animated: true })
      .webp({ effort: 0 })
      .toBuffer(),
  ])
  await using memory = watchMemory()

  const results = await Promise.allSettled(files.map((file) => images.process(file)))

  expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
  const { largest, together } = await memory.stop()
  expect(largest).toBeLessThan(256 * MB)
  expect(together).toBeLessThan(512 * MB)
})

test('a process that exceeds its memory limit is killed, and the image has its problem', async () => {
  const encoder = createEncoder({ size: 1, maxWaiting: 1, timeout: 60_000, idle: 60_000, memory: 100 * MB })

  const reply = await encoder.run({
    bytes: await flat(4000, 4000).gif({ effort: 1 }).toBuffer(),
    extension: 'gif',
  })

  expect(reply).toMatchObject({ problem: 'too_much_memory' })
  encoder.close()
})

test('admits as many as may be in work or wait, and more when one is done', async () => {
  const small = createImageProcessor({ size: 1, maxWaiting: 1 })
  const places = [small.admit(), small.admit()]

  expect(() => small.admit()).toThrow(expect.objectContaining({ code: 'UNAVAILABLE', retryAfter: 5 }))

  places[0]?.[Symbol.dispose]()
  expect(() => small.admit()).not.toThrow()
  small.close()
})
