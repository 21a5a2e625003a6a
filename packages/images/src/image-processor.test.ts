import { MAX_IMAGE_BYTES } from '@nightdesk/contracts'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createImageProcessor } from './image-processor.ts'
import { flat, movingGif, noise, padded } from './testing.ts'

const images = createImageProcessor()
afterAll(() => images.close())

const undecodable = { code: 'VALIDATION_FAILED', fields: [{ path: 'file' }] }

describe('an image that is accepted', () => {
  test.each([
    ['png', 'image/png', (image: Sharp) => image.png()],
    ['jpg', 'image/jpeg', (image: Sharp) => image.jpeg()],
    ['gif', 'image/gif', (image: Sharp) => image.gif()],
    ['webp', 'image/webp', (image: Sharp) => image.webp()],
    ['avif', 'image/avif', (image: Sharp) => image.avif()],
  ])('stays a %s', async (extension, content_type, encode) => {
    const image = await images.process(await encode(noise(64, 48)).toBuffer())

    expect(image).toMatchObject({ extension, content_type, width: 64, height: 48 })
    const { mediaType, width, height } = await sharp(image.bytes).metadata()
    expect({ mediaType, width, height }).toEqual({ mediaType: content_type, width: 64, height: 48 })
  })

  test('is turned upright and loses where it was taken', async () => {
    const gps = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 28/1 38/1' } }
    const photograph = await noise(60, 40)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExifMerge(gps)
      .toBuffer()
    expect((await sharp(photograph).metadata()).orientation).toBe(6)

    const image = await images.process(photograph)

    expect(image).toMatchObject({ width: 40, height: 60 })
    const { exif, icc, xmp, orientation } = await sharp(image.bytes).metadata()
    expect({ exif, icc, xmp, orientation }).toEqual({})
  })

  test('is at most 4,096 pixels a side', async () => {
    const image = await images.process(await flat(5000, 1000).png().toBuffer())

    expect(image).toMatchObject({ width: 4096, height: 819 })
  })

  test('is never enlarged', async () => {
    const image = await images.process(await flat(1, 1).webp().toBuffer())

    expect(image).toMatchObject({ width: 1, height: 1 })
  })

  test('is made smaller until its file is under 5MB', async () => {
    const heavy = await noise(1500, 1500).png().toBuffer()
    expect(heavy.length).toBeGreaterThan(MAX_IMAGE_BYTES)

    const image = await images.process(heavy)

    expect(image.bytes.length).toBeLessThanOrEqual(MAX_IMAGE_BYTES)
    expect(image.width).toBeGreaterThan(1000)
    expect(image.width).toBe(image.height)
  })

  test('keeps few colours in a small file', async () => {
    const drawing = await noise(400, 400).png({ palette: true, colours: 16 }).toBuffer()

    const image = await images.process(drawing)

    expect(image.bytes.length).toBeLessThan(drawing.length * 1.3)
  })

  test('keeps its transparency', async () => {
    const background = { r: 0, g: 0, b: 0, alpha: 0.5 }
    const glass = await sharp({ create: { width: 8, height: 8, channels: 4, background } })
      .png()
      .toBuffer()

    const { bytes } = await images.process(glass)

    expect((await sharp(bytes).metadata()).hasAlpha).toBe(true)
  })
})

describe('an animation', () => {
  test('keeps its frames, their times and its loop', async () => {
    const image = await images.process(await movingGif(5, 20))

    expect(image).toMatchObject({ width: 20, height: 20 })
    const { pages, delay, loop } = await sharp(image.bytes).metadata()
    expect({ pages, delay, loop }).toEqual({ pages: 5, delay: [80, 80, 80, 80, 80], loop: 0 })
  })

  test('moves as WebP too', async () => {
    const moving = await sharp(await movingGif(5, 20), { animated: true })
      .webp()
      .toBuffer()

    const image = await images.process(moving)

    expect(image).toMatchObject({ width: 20, height: 20 })
    expect((await sharp(image.bytes).metadata()).pages).toBe(5)
  })

  test.each([
    ['of 301 frames', 301, 4, 'gif', 4],
    ['of 41 megapixels', 41, 1000, 'gif', 987],
    ['of 17 megapixels as WebP', 17, 1000, 'webp', 970],
  ] as const)(
    '%s moves on, if necessary smaller',
    async (_, frames, side, format, expected) => {
      const gif = await movingGif(frames, side)
      const moving =
        format === 'gif' ? gif : await sharp(gif, { animated: true }).webp({ effort: 0 }).toBuffer()
      const patient = createImageProcessor({ timeout: 60_000 })
      onTestFinished(() => patient.close())

      const image = await patient.process(moving)

      expect(image).toMatchObject({ width: expected, height: expected })
      expect((await sharp(image.bytes).metadata()).pages).toBe(frames)
    },
    60_000,
  )

  test('with too many frames to be kept is refused', async () => {
    await expect(images.process(await movingGif(2001, 1))).rejects.toMatchObject({
      ...undecodable,
      message: 'This animation is too long. Please upload one of at most 2000 frames.',
    })
  })
})

describe('a file that is no image', () => {
  test.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['XML', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['PDF', '%PDF-1.7'],
    ['BMP', 'BM\0\0\0\0'],
    ['TIFF', 'II*\0'],
    ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
  ])('is refused: %s', async (_, text) => {
    const refusal = images.process(Buffer.from(text, 'latin1'))

    await expect(refusal).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      message: 'Please upload an image file',
    })
  })
})

describe('an image that cannot be used', () => {
  test.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)(
    'is refused when cut short: %s',
    async (format) => {
      const whole = await noise(200, 200).toFormat(format).toBuffer()

      const refusal = images.process(whole.subarray(0, Math.floor(whole.length * 0.7)))

      await expect(refusal).rejects.toMatchObject(undecodable)
    },
  )

  test.each([
    '\x89PNG\r\n\x1a\n',
    '\xff\xd8\xff',
    'GIF89a',
    'RIFF\0\0\0\0WEBP',
    '\0\0\0\x18ftypavif\0\0\0\0',
  ])('is refused when only its beginning is one: %j', async (signature) => {
    const refusal = images.process(Buffer.from(`${signature}<script>alert(1)</script>`, 'latin1'))

    await expect(refusal).rejects.toMatchObject(undecodable)
  })

  test('is refused when a small file unpacks to 42 megapixels', async () => {
    const raw = { width: 7_000, height: 6_000, channels: 1 } as const
    const bomb = await sharp(Buffer.alloc(42e6), { raw }).png({ compressionLevel: 1 }).toBuffer()
    expect(bomb.length).toBeLessThan(MAX_IMAGE_BYTES)

    await expect(images.process(bomb)).rejects.toMatchObject({
      ...undecodable,
      message: 'This image is too large. Please upload one of at most 40 megapixels.',
    })
  })

  test('is refused when it takes too long', async () => {
    const hurried = createImageProcessor({ timeout: 1 })

    const refusal = hurried.process(await noise(1000, 1000).jpeg().toBuffer())

    await expect(refusal).rejects.toMatchObject({
      ...undecodable,
      message: expect.stringMatching(/too long/),
    })
  })
})

test('nothing that is hidden in a file survives', async () => {
  const picture = await movingGif(2, 10)
  const comment = Buffer.from('\x21\xfe\x1b/*comment*/alert(1)/*hidden*/\0', 'latin1')
  const polyglot = Buffer.concat([
    picture.subarray(0, -1),
    comment,
    picture.subarray(-1),
    Buffer.from('=alert(2)'),
  ])

  const { bytes } = await images.process(polyglot)

  expect(bytes.toString('latin1')).not.toContain('alert')
  expect((await sharp(bytes).metadata()).pages).toBe(2)
})

test('the same file gives the same bytes', async () => {
  const file = padded(await noise(50, 50).png().toBuffer(), 20_000)

  const [first, second] = await Promise.all([images.process(file), images.process(file)])

  expect(first.bytes.equals(second.bytes)).toBe(true)
})

test('many images at once all come through', async () => {
  const file = await noise(80, 80).jpeg().toBuffer()

  const done = await Promise.all(Array.from({ length: 12 }, () => images.process(file)))

  expect(done.every(({ width }) => width === 80)).toBe(true)
})
