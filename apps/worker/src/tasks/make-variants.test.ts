import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { addImage, ctx, db, storage } from '../testing.ts'
import { makeVariants } from './make-variants.ts'

beforeEach(async () => {
  await db.deleteFrom('images').execute()
  await db.deleteFrom('stored_objects').execute()
})

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ffd21a' } })

const variants = () =>
  db.selectFrom('image_variants').selectAll().orderBy('width').orderBy('format').execute()

test('a large picture gets copies of every width below its own, in both formats, with their measures', async () => {
  const image_id = await addImage(await picture(2000, 1000).png().toBuffer(), { width: 2000, height: 1000 })

  await makeVariants(ctx, { image_id })

  const made = await variants()
  expect(made.map(({ format, width, height }) => [format, width, height])).toEqual([
    ['avif', 480, 240],
    ['webp', 480, 240],
    ['avif', 960, 480],
    ['webp', 960, 480],
    ['avif', 1600, 800],
    ['webp', 1600, 800],
  ])
  for (const { filename, width, format } of made) {
    const bytes = await buffer(await storage.get(filename))
    expect(await sharp(bytes).metadata()).toMatchObject({
      width,
      format: format === 'avif' ? 'heif' : 'webp',
    })
    expect(await catalogued(filename)).toEqual(bytes.length)
  }
})

test('a small picture gets none', async () => {
  const image_id = await addImage(await picture(300, 200).png().toBuffer(), { width: 300, height: 200 })

  await makeVariants(ctx, { image_id })

  expect(await variants()).toEqual([])
})

test('run again, it makes only what is not there', async () => {
  const image_id = await addImage(await picture(1000, 500).png().toBuffer(), { width: 1000, height: 500 })
  await makeVariants(ctx, { image_id })
  const [first, ...others] = await variants()
  await db
    .deleteFrom('image_variants')
    .where('filename', '=', first?.filename ?? '')
    .execute()

  await makeVariants(ctx, { image_id })

  const after = await variants()
  expect(after).toHaveLength(others.length + 1)
  expect(after).toEqual(expect.arrayContaining(others))
})

test('an animation stays as it is', async () => {
  const frame = Buffer.alloc(600 * 400 * 3, 120)
  const pages = Buffer.concat([frame, Buffer.alloc(600 * 400 * 3, 20)])
  const moving = sharp(pages, { raw: { width: 600, height: 800, channels: 3, pageHeight: 400 } }).gif()
  const image_id = await addImage(await moving.toBuffer(), { width: 600, height: 400 })

  await makeVariants(ctx, { image_id })

  expect(await variants()).toEqual([])
})

test('a picture that has gone, or whose file has, is no failure', async () => {
  const image_id = await addImage(null, { width: 2000, height: 1000 })

  await makeVariants(ctx, { image_id })
  await makeVariants(ctx, { image_id: image_id + 1 })

  expect(await variants()).toEqual([])
})

async function catalogued(key: string) {
  const row = await db.selectFrom('stored_objects').where('key', '=', key).select('bytes').executeTakeFirst()
  return row?.bytes
}
