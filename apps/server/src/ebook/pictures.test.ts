import { imagePath } from '@nightdesk/contracts'
import { createEncoder } from '@nightdesk/images'
import { flat } from '@nightdesk/images/testing'
import { newKey } from '@nightdesk/storage'
import { expect, onTestFinished, test } from 'vitest'
import { services } from '../testing.ts'
import { collectPictures, createPictureEncoder } from './pictures.ts'
import { block } from './testing.ts'

const { site, storage } = services

async function stored(extension: 'png' | 'webp') {
  const filename = newKey(extension)
  await storage.put(filename, await flat(40, 30)[extension]().toBuffer())
  return filename
}

test('a picture that takes too long to read is left out, and the others are there', async () => {
  const [slow, quick] = [await stored('webp'), await stored('png')]
  const encoder = createEncoder({ size: 1, maxWaiting: 1, timeout: 0, idle: 1_000 })
  onTestFinished(() => encoder.close())
  const content = [slow, quick].map((filename) => block('image', '', { filename }))

  const pictures = await collectPictures(storage, encoder, site, content)

  expect([...pictures.keys()]).toEqual([imagePath(quick)])
})

test('pictures come once each in the order of the text, also those that are shown by their address', async () => {
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

  const pictures = await collectPictures(storage, encoder, site, content)

  const paths = [...pictures].map(([address, { path }]) => [address, path])
  expect(paths).toEqual([
    [imagePath(first), 'images/1.png'],
    [imagePath(second), 'images/2.png'],
    [site.url + imagePath(first), 'images/1.png'],
  ])
})
