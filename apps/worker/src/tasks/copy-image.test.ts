import { buffer } from 'node:stream/consumers'
import { flat } from '@nightdesk/images/testing'
import { StorageUnavailable } from '@nightdesk/storage'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createDownload } from '../download/download.ts'
import { startSite } from '../download/testing.ts'
import { createUser, ctx, db, storage } from '../testing.ts'
import { copyImage } from './copy-image.ts'

const writer = await createUser()

/** Copies the response of a site. @returns the copy, and a function that runs the job again */
async function copyOf(body: Buffer | string, overrides: Partial<typeof ctx> = {}) {
  // The site always declares an image.
  const site = await startSite((_request, response) =>
    response.setHeader('content-type', 'image/png').end(body),
  )
  const download = createDownload({ trusted_origins: [site] })
  const { id } = await db
    .insertInto('image_copies')
    .values({ url: `${site}/picture.png?key=secret`, requested_by: writer })
    .returning('id')
    .executeTakeFirstOrThrow()
  const run = () => copyImage({ ...ctx, download, ...overrides }, { copy_id: id })
  const read = () => db.selectFrom('image_copies').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  return { run, read }
}

const pictures = () => db.selectFrom('images').selectAll().orderBy('id').execute()

test('an image is stored, encoded anew and without metadata', async () => {
  const photograph = await flat(60, 40)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Artist: 'Eve' } })
  const copy = await copyOf(await photograph.toBuffer())

  await copy.run()

  const { state, image_id, error } = await copy.read()
  const [image] = (await pictures()).filter(({ id }) => id === image_id)
  expect({ state, error }).toEqual({ state: 'done', error: null })
  expect(image).toMatchObject({ content_type: 'image/jpeg', width: 40, height: 60, uploaded_by: writer })
  const bytes = await buffer(await storage.get(image?.filename ?? ''))
  const { exif, orientation } = await sharp(bytes).metadata()
  expect({ exif, orientation, size: bytes.length }).toEqual({ size: image?.bytes })
  const line = await db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirst()
  expect(line).toMatchObject({ actor_id: writer, action: 'image.upload', target: `image:${image_id}` })
})

const NONE = 'There is no image at this address, or none that can be kept: JPEG, PNG, GIF, WebP or AVIF.'

test.each([
  ['a page that says it is an image', '<!doctype html><script>alert(1)</script>', NONE],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', NONE],
  ['nothing', '', NONE],
  ['half an image', (await flat(900, 900).png().toBuffer()).subarray(0, 500), /damaged/],
  ['a bomb', await flat(10_000, 10_000).png().toBuffer(), /at most 40 megapixels/],
])('%s is not kept, and it is said why', async (_what, body, error) => {
  const before = await pictures()
  const copy = await copyOf(body)

  await copy.run()

  expect(await copy.read()).toMatchObject({
    state: 'failed',
    image_id: null,
    error: expect.stringMatching(error),
  })
  expect(await pictures()).toEqual(before)
})

test('a refused address is reported, too', async () => {
  const copy = await copyOf('', { download: createDownload({ trusted_origins: [] }) })

  await copy.run()

  expect(await copy.read()).toMatchObject({
    state: 'failed',
    error: expect.stringMatching(/ordinary web addresses/),
  })
})

test('while the storage is unavailable the copy waits, and the next run makes it', async () => {
  let isAway = true
  const put = (key: string, bytes: Uint8Array) =>
    isAway ? Promise.reject(new StorageUnavailable('down')) : storage.put(key, bytes)
  const copy = await copyOf(await flat(9, 9).png().toBuffer(), { storage: { ...storage, put } })

  await expect(copy.run()).rejects.toThrow(StorageUnavailable)
  expect(await copy.read()).toMatchObject({ state: 'queued' })
  isAway = false
  await copy.run()

  expect(await copy.read()).toMatchObject({ state: 'done' })
})

test('after the last attempt the writer is told that the image could not be stored', async () => {
  const put = () => Promise.reject(new StorageUnavailable('down'))
  const away = { storage: { ...storage, put }, isLastAttempt: true }
  const copy = await copyOf(await flat(9, 9).png().toBuffer(), away)

  await expect(copy.run()).rejects.toThrow(StorageUnavailable)

  expect(await copy.read()).toMatchObject({ state: 'failed', error: expect.stringContaining('try again') })
})

test('a second run makes no second image', async () => {
  const copy = await copyOf(await flat(9, 9).png().toBuffer())
  await copy.run()
  const before = await pictures()

  await copy.run()

  expect(await pictures()).toEqual(before)
})
