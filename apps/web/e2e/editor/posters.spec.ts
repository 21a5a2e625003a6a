import type { Page } from '@playwright/test'
import { paragraph } from '../content.ts'
import { drawing } from '../drawing.ts'
import { holdUploads, storeImage } from './images.ts'
import { body, press, read, save, status, updated } from './saving.ts'
import { expect, test } from './test.ts'

test.use({ isShared: true })

// A late upload sets the featured image only of the text it was chosen for.

const field = (page: Page) => page.getByRole('group', { name: 'Featured Image' })
const progress = (page: Page) => page.getByRole('progressbar', { name: 'Upload' })

/** Chooses a featured image, and holds its upload. */
async function beginUpload(page: Page) {
  const uploads = await holdUploads(page)
  await field(page)
    .getByLabel('Featured Image')
    .setInputFiles(await drawing('lamp.png'))
  await expect(progress(page)).toBeVisible()
  await expect.poll(uploads.count).toBe(1)
  return uploads
}

test('a revert cancels the upload, and leaves nothing unsaved', async ({ write }) => {
  const edits = [{ content: [paragraph('The ferry sails.')] }]
  const { page } = await write([paragraph('The ferry leaves.')], { edits })
  await beginUpload(page)
  await press(page, 'Show Versions')
  const ended = page.waitForEvent('requestfailed')
  await page.getByRole('button', { name: /^Version 1/ }).click()
  await press(page, 'Revert to this version')
  await ended
  await expect(page.getByText('Version reverted successfully')).toBeVisible()
  await expect(progress(page)).toBeHidden()
  await expect(status(page)).toHaveText('Kept')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
})

test('a late image does not replace one that others chose meanwhile, and a notice says so', {
  tag: '@slow',
}, async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  const poster_image_id = await storeImage(site)
  const uploads = await beginUpload(page)
  await site.api.put(`/admin/articles/${id}`, { data: { poster_image_id } })
  await page.getByLabel('Title', { exact: true }).fill('The Night Ferry')
  await save(page)
  await expect(page.getByText('New in your text: the featured image.')).toBeVisible()
  await expect(updated(page)).toBeVisible()
  await uploads.release()
  await expect(field(page).getByRole('alert')).toHaveText(
    'The image was changed meanwhile. Choose yours again to replace it.',
  )
  await expect(status(page)).toHaveText('Kept')
  expect(await read(site, id)).toMatchObject({ poster_image_id, title: 'The Night Ferry' })
})

test('a merge that keeps the image lets the upload finish', { tag: '@slow' }, async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  const uploads = await beginUpload(page)
  await site.api.put(`/admin/articles/${id}`, { data: { title: 'The Night Ferry' } })
  await body(page).pressSequentially('Nobody waves. ')
  await save(page)
  await expect(page.getByText('New in your text: the title.')).toBeVisible()
  await expect(progress(page)).toBeVisible()
  await uploads.release()
  await expect(field(page).getByRole('button', { name: 'Remove image' })).toBeVisible()
  // During the save of the merged text, the button and its key do nothing.
  await expect(page.getByRole('button', { name: 'Save', exact: true })).not.toHaveAttribute('aria-busy')
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(async () => (await read(site, id)).poster_image_id).not.toBeNull()
})

test('a new article is saved without an image that is still uploading, and says so', async ({
  page,
  site,
}) => {
  await page.goto('/admin/new-draft')
  await page.getByLabel('Title', { exact: true }).fill('The Night Ferry')
  await beginUpload(page)
  await save(page)
  await expect(page).toHaveURL(/\/admin\/draft\/\d+$/)
  await expect(page.getByText('Some were not uploaded yet. Please add them again.')).toBeVisible()
  const id = Number(page.url().split('/').at(-1))
  expect(await read(site, id)).toMatchObject({ title: 'The Night Ferry', poster_image_id: null })
})
