import { type Block, imagePath } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { as, createImage, createUser } from '../testing.ts'

const editor = await createUser({ role: 'editor' })
const { articles, pictures } = as(editor)

const showing = (filename: string, alt: string): Block => ({
  type: 'image',
  filename,
  url: imagePath(filename),
  alt,
  children: [{ text: '' }],
})

test('a poster is described as its article does, unless the text describes the picture too', async () => {
  const [lamp, sea] = [await createImage(editor.id), await createImage(editor.id)]
  const poster = { title: 'A', content: [] as Block[], poster_image_id: lamp.id, poster_alt: 'A lit lamp' }
  const { id } = await articles.create(poster)
  await articles.create({ ...poster, content: [showing(sea.filename, 'The sea')], poster_image_id: sea.id })
  const descriptions = async () => (await pictures.list({})).pictures.map(({ alt }) => alt)

  expect(await descriptions()).toEqual(['The sea', 'A lit lamp'])
  await articles.update({ id, poster_alt: 'A lamp at dusk' })
  expect(await descriptions()).toEqual(['The sea', 'A lamp at dusk'])
})
