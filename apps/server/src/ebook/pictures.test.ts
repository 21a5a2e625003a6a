import { imagePath } from '@nightdesk/contracts'
import { createEncoder } from '@nightdesk/images'
import { flat } from '@nightdesk/images/testing'
import { newKey } from '@nightdesk/storage'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createImage, db, dependencies } from '../testing.ts'
import { collectPictures, createPictureEncoder } from './pictures.ts'
import { block } from './testing.ts'

const { site, storage } = dependencies

async function stored(extension: 'png' | 'webp' | 'avif', width = 40, height = 30) {
  const filename = newKey(extension)
  await storage.put(filename, await flat(width, height)[extension]().toBuffer())
  return filename
}

test('a picture that takes too long to read is left out, and the others are included', async () => {
  const [slow, quick] = [await stored('webp'), await stored('png')]
  const encoder = createEncoder({ size: 1, maxWaiting: 1, timeout: 0, idle: 1_000 })
  onTestFinished(() => encoder.close())
  const content = [slow, quick].map((filename) => block('image', '', { filename }))

  const pictures = await collectPictures(dependencies, encoder, content)

  expect([...pictures.keys()]).toEqual([imagePath(quick)])
})

test('each picture is included once, in the order of the text, also when content names its address', async () => {
  const [first, second] = [await stored('png'), await stored('png')]
  const encoder = createPictureEncoder()
  onTestFinished(() => encoder.close())
  const content = [
    block('block-quote', [block('image', '', { url: imagePath(first) })]),
    block('image', '', { filename: second }),
    block('image', '', { filename: first }),
    block('image', '', { url: site.url + imagePath(first) }),
    block('image', '', { url: `https://example.org${imagePath(second)}` }),
  ]

  const pictures = await collectPictures(dependencies, encoder, content)

  const paths = [...pictures].map(([address, { path }]) => [address, path])
  expect(paths).toEqual([
    [imagePath(first), 'images/1.png'],
    [imagePath(second), 'images/2.png'],
    [site.url + imagePath(first), 'images/1.png'],
  ])
})

describe('a picture of more pixels than its decoder has room for', () => {
  test('is replaced by the widest of its smaller copies', async () => {
    const { id, filename } = await createImage()
    await storage.put(filename, await flat(3_400, 2_500).avif({ effort: 0 }).toBuffer())
    for (const width of [480, 960]) {
      const copy = await stored('webp', width)
      await db.insertInto('stored_objects').values({ key: copy, bytes: 1 }).execute()
      const variant = { image_id: id, format: 'webp' as const, width, height: 30, filename: copy }
      await db.insertInto('image_variants').values(variant).execute()
    }

    const picture = await picturesOf(filename)

    expect(picture?.type).toBe('image/jpeg')
    expect(await sharp(picture?.bytes).metadata()).toMatchObject({ width: 960, height: 30 })
  })

  test('is left out while it has no copies, and the others are included', async () => {
    const [large, small] = [await stored('avif', 3_400, 2_500), await stored('png')]

    expect([await picturesOf(large), await picturesOf(small)]).toEqual([undefined, expect.anything()])
  })

  async function picturesOf(filename: string) {
    const encoder = createPictureEncoder()
    onTestFinished(() => encoder.close())
    const pictures = await collectPictures(dependencies, encoder, [block('image', '', { filename })])
    return pictures.get(imagePath(filename))
  }
})
