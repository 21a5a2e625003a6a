import type { Page } from '@playwright/test'
import { paragraph } from '../content.ts'
import type { Desk } from '../desk.ts'
import { drawing } from '../drawing.ts'
import { holdUploads } from './images.ts'
import { body, press, read, save, status, updated } from './saving.ts'
import { expect, test } from './test.ts'

// A featured image comes late: into the text it was chosen for, and into no other.

const field = (page: Page) => page.getByRole('group', { name: 'Featured Image' })
const progress = (page: Page) => page.getByRole('progressbar', { name: 'Upload' })

/** Chooses a featured image whose upload is held back. */
async function beginUpload(page: Page) {
  const uploads = await holdUploads(page)
  await field(page)
    .getByLabel('Featured Image')
    .setInputFiles(await drawing('lamp.png'))
  await expect(progress(page)).toBeVisible()
  await expect.poll(uploads.count).toBe(1)
  return uploads
}

async function storeImage({ api }: Desk): Promise<number> {
  const answer = await api.post('/admin/upload', { multipart: { file: await drawing('moss.png', 30, 20) } })
  return (await answer.json()).data.image_id
}

test('a revert ends the upload, and nothing is unsaved after it', async ({ write, desk }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await desk.api.put(`/admin/articles/${id}`, { data: { content: [paragraph('The ferry sails.')] } })
  await page.goto(`/admin/draft/edit/${id}?versions=1`)
  await beginUpload(page)
  const ended = page.waitForEvent('requestfailed')
  await page.getByRole('button', { name: /^Version 1/ }).click()
  await press(page, 'Revert to this version')
  await ended
  await expect(page.getByText('Version reverted successfully')).toBeVisible()
  await expect(progress(page)).toBeHidden()
  await expect(status(page)).toHaveText('Saved')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
})

test('an image that others chose meanwhile is not replaced by a late one, and that is said', async ({
  write,
  desk,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  const poster_image_id = await storeImage(desk)
  const uploads = await beginUpload(page)
  await desk.api.put(`/admin/articles/${id}`, { data: { poster_image_id } })
  await page.getByLabel('Title', { exact: true }).fill('The Night Ferry')
  await save(page)
  await expect(page.getByText('New in your text: the featured image.')).toBeVisible()
  await expect(updated(page)).toBeVisible()
  await uploads.letGo()
  await expect(field(page).getByRole('alert')).toHaveText(
    'The image was changed meanwhile. Choose yours again to replace it.',
  )
  await expect(status(page)).toHaveText('Saved')
  expect(await read(desk, id)).toMatchObject({ poster_image_id, title: 'The Night Ferry' })
})

test('a merge that leaves the image as it was lets the upload end', async ({ write, desk }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  const uploads = await beginUpload(page)
  await desk.api.put(`/admin/articles/${id}`, { data: { title: 'The Night Ferry' } })
  await body(page).pressSequentially('Nobody waves. ')
  await save(page)
  await expect(page.getByText('New in your text: the title.')).toBeVisible()
  await expect(progress(page)).toBeVisible()
  await uploads.letGo()
  await expect(field(page).getByRole('button', { name: 'Remove image' })).toBeVisible()
  // While what was merged is being saved, the button does nothing, nor does its key.
  await expect(page.getByRole('button', { name: 'Save Changes' })).not.toHaveAttribute('aria-busy')
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(async () => (await read(desk, id)).poster_image_id).not.toBeNull()
})

test('a new article is saved without the image that is on its way, and says so', async ({ page, desk }) => {
  await page.goto('/admin/new-draft')
  await page.getByLabel('Title', { exact: true }).fill('The Night Ferry')
  await beginUpload(page)
  await save(page)
  await expect(page).toHaveURL(/\/admin\/draft\/\d+$/)
  await expect(page.getByText('Some were not uploaded yet. Please add them again.')).toBeVisible()
  const id = Number(page.url().split('/').at(-1))
  expect(await read(desk, id)).toMatchObject({ title: 'The Night Ferry', poster_image_id: null })
})
