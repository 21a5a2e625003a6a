import { paragraph } from '../content.ts'
import { drawing } from '../drawing.ts'
import type { TestSite } from '../test-site.ts'
import { choose, holdUploads } from './images.ts'
import { expectChanges, more, press, publish, read, save, updated } from './saving.ts'
import { expect, test } from './test.ts'

test.use({ isShared: true })

// Publish now, on the sheet to publish, saves first: only text that its author has seen is published.

const NOT_YET = 'Not published yet'
const change = ({ api }: TestSite, id: number, data: object) =>
  api.put(`/admin/articles/${id}`, { data: { ...data, working_copy_revision: 0 } })
const published = 'Article published successfully'

test('Publish now saves the text, and publishes it', { tag: '@journey' }, async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await page.keyboard.type(' Nobody waves.')
  await publish(page)
  await expect(page.getByText('Article published successfully')).toBeVisible()
  await expect(page.getByRole('link', { name: 'View on site' })).toBeVisible()
  expect(await (await site.api.get(`/post/${id}`)).text()).toContain('Nobody waves.')
  await expectChanges(page, false)
})

test('Unpublish leaves the focus in place', async ({ write }) => {
  const { page } = await write([paragraph('The ferry leaves.')], { isPublished: true })
  await more(page).press('Enter')
  await page.getByRole('menuitem', { name: 'Unpublish' }).press('Enter')
  await expect(page.getByText('Article unpublished successfully')).toBeVisible()
  await expect(more(page)).toBeFocused()
})

test('when the save conflicts with changes of others, nothing is published until the conflict is resolved', {
  tag: '@slow',
}, async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await change(site, id, { content: [paragraph('The ferry leaves. Theirs.')] })
  await page.keyboard.type(' Mine.')
  await publish(page)
  await expect(page.getByRole('alertdialog', { name: 'The same place was changed twice' })).toBeVisible()
  await expect(page.getByText(NOT_YET)).toBeVisible()
  await press(page, 'Keep what is chosen')
  await expect(updated(page)).toBeVisible()
  expect((await read(site, id)).state).toBe('draft')

  await publish(page)
  await expect(page.getByText(published)).toBeVisible()
  const readers = await (await site.api.get(`/post/${id}`)).text()
  for (const words of ['Mine.', 'Theirs.']) expect(readers).toContain(words)
})

test('when the save is merged with changes of others, the result is shown before it is published', {
  tag: '@slow',
}, async ({ write, site }) => {
  const { page, id, text } = await write([paragraph('The ferry leaves.'), paragraph('Nobody waves.')])
  await change(site, id, { content: [paragraph('The ferry sails.'), paragraph('Nobody waves.')] })
  await page.keyboard.type(' Mine.')
  await publish(page)
  await expect(page.getByText(NOT_YET)).toBeVisible()
  await expect(updated(page)).toBeVisible()
  await expect(text).toContainText('The ferry sails.')
  expect((await read(site, id)).state).toBe('draft')

  await publish(page)
  await expect(page.getByText(published)).toBeVisible()
})

test('a save says that it lacks a failed picture, and Publish waits for the picture', {
  tag: '@slow',
}, async ({ write, site }) => {
  const { page, id, text } = await write([paragraph('Above.')])
  const uploads = await holdUploads(page)
  await choose(page, await drawing('a.png'))
  await expect.poll(uploads.count).toBe(1)
  await uploads.release('abort')
  const upload = page.getByRole('group', { name: 'Upload of a.png' })
  await expect(upload).toContainText('Failed to upload image. Please try again.')
  await save(page)
  await expect(updated(page)).toBeVisible()
  await expect(page.getByText('Some are not uploaded, and the saved text does not have them.')).toBeVisible()
  await publish(page)
  await expect(page.getByText('Publish again when they are.')).toBeVisible()
  expect((await read(site, id)).state).toBe('draft')

  await upload.getByRole('button', { name: 'Remove' }).click()
  await expect(text).toBeFocused()
  await publish(page)
  await expect(page.getByText(published)).toBeVisible()
})
