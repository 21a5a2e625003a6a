import { paragraph } from '../content.ts'
import type { Desk } from '../desk.ts'
import { drawing } from '../drawing.ts'
import { choose, holdUploads } from './images.ts'
import { press, read, save, updated } from './saving.ts'
import { expect, test } from './test.ts'

// Publish in the editor saves first: nothing goes out that is not as its writer saw it.

const NOT_YET = 'Not published yet'
const change = ({ api }: Desk, id: number, data: object) =>
  api.put(`/admin/articles/${id}`, { data: { ...data, working_copy_revision: 0 } })
const published = 'Article published successfully'

test('when the save meets what others wrote in the same place, nothing is published until that is decided', async ({
  write,
  desk,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await change(desk, id, { content: [paragraph('The ferry leaves. Theirs.')] })
  await page.keyboard.type(' Mine.')
  await press(page, 'Publish')
  await expect(page.getByRole('alertdialog', { name: 'The same place was changed twice' })).toBeVisible()
  await expect(page.getByText(NOT_YET)).toBeVisible()
  await press(page, 'Keep what is chosen')
  await expect(updated(page)).toBeVisible()
  expect((await read(desk, id)).state).toBe('draft')

  await press(page, 'Publish')
  await expect(page.getByText(published)).toBeVisible()
  const readers = await (await desk.api.get(`/post/${id}`)).text()
  for (const words of ['Mine.', 'Theirs.']) expect(readers).toContain(words)
})

test('when the save is merged with what others wrote, that is seen before it is published', async ({
  write,
  desk,
}) => {
  const { page, id, text } = await write([paragraph('The ferry leaves.'), paragraph('Nobody waves.')])
  await change(desk, id, { content: [paragraph('The ferry sails.'), paragraph('Nobody waves.')] })
  await page.keyboard.type(' Mine.')
  await press(page, 'Publish')
  await expect(page.getByText(NOT_YET)).toBeVisible()
  await expect(updated(page)).toBeVisible()
  await expect(text).toContainText('The ferry sails.')
  expect((await read(desk, id)).state).toBe('draft')

  await press(page, 'Publish')
  await expect(page.getByText(published)).toBeVisible()
})

test('a save with a picture that failed says that it is not in it, and Publish waits for it', async ({
  write,
  desk,
}) => {
  const { page, id, text } = await write([paragraph('Above.')])
  const uploads = await holdUploads(page)
  await choose(page, await drawing('a.png'))
  await expect.poll(uploads.count).toBe(1)
  await uploads.letGo('abort')
  const upload = page.getByRole('group', { name: 'Upload of a.png' })
  await expect(upload).toContainText('Failed to upload image. Please try again.')
  await save(page)
  await expect(updated(page)).toBeVisible()
  await expect(page.getByText('Some are not uploaded, and the saved text does not have them.')).toBeVisible()
  await press(page, 'Publish')
  await expect(page.getByText('Publish again when they are.')).toBeVisible()
  expect((await read(desk, id)).state).toBe('draft')

  await upload.getByRole('button', { name: 'Remove' }).click()
  await expect(text).toBeFocused()
  await press(page, 'Publish')
  await expect(page.getByText(published)).toBeVisible()
})
