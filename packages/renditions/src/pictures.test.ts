import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Block, imagePath } from '@nightdesk/contracts'
import { createTestDb } from '@nightdesk/db/testing'
import { createEncoder } from '@nightdesk/images'
import { flat } from '@nightdesk/images/testing'
import { createDiskStore, newKey } from '@nightdesk/storage'
import sharp from 'sharp'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { collectPictures, createPictureEncoder } from './pictures.ts'

const { db, close } = await createTestDb()
afterAll(close)
const directory = await mkdtemp(join(tmpdir(), 'nightdesk-renditions-'))
afterAll(() => rm(directory, { recursive: true, force: true }))
const storage = await createDiskStore(directory)
const site = { url: 'https://lamp.example' }
const source = { db, storage, site }

const image = (keys: { filename: string } | { url: string }): Block => ({
  type: 'image',
  ...keys,
  children: [{ text: '' }],
})

async function stored(extension: 'png' | 'webp', width = 40) {
  const filename = newKey(extension)
  await storage.put(filename, await flat(width, 30)[extension]().toBuffer())
  return filename
}

test('a picture that takes too long to read is left out for now, and the others are included', async () => {
  const [slow, quick] = [await stored('webp'), await stored('png')]
  const encoder = createEncoder({ size: 1, maxWaiting: 1, timeout: 0, idle: 1_000 })
  onTestFinished(() => encoder.close())
  const content = [slow, quick].map((filename) => image({ filename }))

  const { pictures, isTemporary } = await collectPictures(source, encoder, content)

  expect([...pictures.keys()]).toEqual([imagePath(quick)])
  expect(isTemporary).toBe(true)
})

test('each picture is included once, in the order of the text, also when content names its address', async () => {
  const [first, second] = [await stored('png'), await stored('png')]
  const encoder = createPictureEncoder()
  onTestFinished(() => encoder.close())
  const content = [
    { type: 'block-quote', children: [image({ url: imagePath(first) })] },
    image({ filename: second }),
    image({ filename: first }),
    image({ url: site.url + imagePath(first) }),
    image({ url: `https://example.org${imagePath(second)}` }),
  ]

  const { pictures } = await collectPictures(source, encoder, content)

  const paths = [...pictures].map(([address, { path }]) => [address, path])
  expect(paths).toEqual([
    [imagePath(first), 'images/1.png'],
    [imagePath(second), 'images/2.png'],
    [site.url + imagePath(first), 'images/1.png'],
  ])
})

describe('a picture of more pixels than its decoder has room for', async () => {
  const large = await flat(3_400, 2_500).avif({ effort: 0 }).toBuffer()

  test('is replaced by the widest of its smaller copies', async () => {
    const { id, filename } = await addImage()
    await storage.put(filename, large)
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
    const [alone, small] = [newKey('avif'), await stored('png')]
    await storage.put(alone, large)

    expect([await picturesOf(alone), await picturesOf(small)]).toEqual([undefined, expect.anything()])
  })

  async function picturesOf(filename: string) {
    const encoder = createPictureEncoder()
    onTestFinished(() => encoder.close())
    const { pictures } = await collectPictures(source, encoder, [image({ filename })])
    return pictures.get(imagePath(filename))
  }
})

async function addImage() {
  const filename = newKey('png')
  await db.insertInto('stored_objects').values({ key: filename, bytes: 1 }).execute()
  const facts = { content_type: 'image/png', width: 1, height: 1, bytes: 1, sha256: randomBytes(32) }
  return db
    .insertInto('images')
    .values({ filename, ...facts, uploaded_by: null })
    .returning(['id', 'filename'])
    .executeTakeFirstOrThrow()
}
