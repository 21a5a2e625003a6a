import { expect, test } from 'vitest'
import {
  addVariants,
  as,
  createImage,
  createPublished,
  createUser,
  dependencies,
  paragraph,
} from '../testing.ts'

const editor = await createUser()
const reader = as(null).published

test('the pictures of an article come with their size, and their copies once they are made', async () => {
  const [poster, drawing] = [await createImage(), await createImage()]
  const content = [
    paragraph('A lamp.'),
    {
      type: 'block-quote',
      children: [{ type: 'image', filename: drawing.filename, children: [{ text: '' }] }],
    },
  ]
  const { id } = await createPublished(editor, content)
  await as(editor).articles.update({ id, poster_image_id: poster.id })
  const variants = await addVariants(drawing.id)

  const { images, poster_url } = await reader.get({ id })

  expect(poster_url).toBe(`/api/uploads/${poster.filename}`)
  expect(images).toEqual({
    [`/api/uploads/${poster.filename}`]: { width: 1, height: 1, variants: [] },
    [`/api/uploads/${drawing.filename}`]: { width: 1, height: 1, variants },
  })
  const [listed] = await reader.list({ limit: 1 })
  expect(listed?.images).toEqual(images)
})

test('pictures that content shows by their address on this site are known too', async () => {
  const [near, far] = [await createImage(), await createImage()]
  const urls = [`/api/uploads/${near.filename}`, `${dependencies.site.url}/api/uploads/${far.filename}`]
  const elsewhere = `https://example.org/api/uploads/${near.filename}`
  const content = [...urls, elsewhere].map((url) => ({ type: 'image', url, children: [{ text: '' }] }))
  const { id } = await createPublished(editor, content)

  const { images } = await reader.get({ id })

  expect(images).toEqual(Object.fromEntries(urls.map((url) => [url, { width: 1, height: 1, variants: [] }])))
})
