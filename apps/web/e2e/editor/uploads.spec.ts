import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { paragraph } from '../content.ts'
import { drawing, storeLarge } from '../drawing.ts'
import { choose, holdUploads, image, images } from './images.ts'
import { expect, test } from './test.ts'

test.use({ isShared: true })

const FAILED = 'Failed to upload image. Please try again.'

const undo = (page: Page) => page.keyboard.press('ControlOrMeta+z')
const redo = (page: Page) => page.keyboard.press('ControlOrMeta+Shift+z')

test('several files are chosen at once and inserted at the caret; one undo removes them', {
  tag: '@journey',
}, async ({ write }) => {
  const writing = await write([paragraph('Above.'), paragraph('')])
  const { page, saved } = writing
  await choose(page, await drawing('a.png'), await drawing('b.png', 80, 20), await drawing('c.png'))
  await expect(images(page)).toHaveCount(3)
  await expect(page.getByRole('status').filter({ hasText: /^Uploaded [abc]\.png/ })).toBeAttached()
  await page.keyboard.type('Below.')
  const content = [paragraph('Above.'), image(), image(80, 20), image(), paragraph('Below.')]
  expect(await saved()).toEqual(content)

  await writing.text.focus()
  await undo(page)
  await undo(page)
  await expect(images(page)).toHaveCount(0)
  await expect(page.getByRole('group', { name: /^Upload of/ })).toHaveCount(0)
  await redo(page)
  await redo(page)
  await expect(images(page)).toHaveCount(3)
  await expect(writing.text).toContainText('Below.')
})

test('images that are chosen while the code of uploads loads are inserted afterwards', async ({
  page,
  write,
}) => {
  const chosen = Promise.withResolvers<void>()
  await page.route('**/assets/deferred-components-*.js', async (route) => {
    await chosen.promise
    await route.continue()
  })
  const { saved } = await write([paragraph('Above.'), paragraph('')], { isWhole: false })
  await choose(page, await drawing('a.png'), await drawing('b.png', 80, 20))
  await page.keyboard.type('Below.')
  chosen.resolve()
  await expect(images(page)).toHaveCount(2)
  expect(await saved()).toEqual([
    paragraph('Above.'),
    paragraph('Below.'),
    image(),
    image(80, 20),
    paragraph(''),
  ])
})

test('an upload shows its progress; two run, the rest wait; a save does not include them', async ({
  write,
}) => {
  const writing = await write([paragraph('Above.')])
  const { page, saved } = writing
  const uploads = await holdUploads(page)
  await choose(page, await drawing('a.png'), await drawing('b.png'), await drawing('c.png'))
  await expect(page.getByRole('progressbar', { name: 'Uploading a.png' })).toBeVisible()
  await expect(page.getByText('Waiting to upload c.png')).toBeVisible()
  await expect.poll(uploads.count).toBe(2)
  await page.keyboard.type('Below.')
  expect(await saved()).toEqual([paragraph('Above.'), paragraph('Below.')])
  await expect(page.getByRole('progressbar')).toHaveCount(3)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Some images are not uploaded yet.')
  await page.getByRole('button', { name: 'Stay' }).click()

  await page.getByRole('group', { name: 'Upload of b.png' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(writing.text).toBeFocused()
  await expect.poll(uploads.count).toBe(3)
  await uploads.release()
  await uploads.release()
  await uploads.release()
  await expect(images(page)).toHaveCount(2)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  expect(await saved()).toEqual([paragraph('Above.'), image(), image(), paragraph('Below.')])

  // Undo and redo across the upload restore neither the placeholders nor cancelled images.
  await writing.text.focus()
  await undo(page)
  await expect(writing.text).not.toContainText('Below.')
  await expect(images(page)).toHaveCount(2)
  await expect(page.getByRole('group', { name: /^Upload of/ })).toHaveCount(0)
  await redo(page)
  await expect(writing.text).toContainText('Below.')
  await expect(images(page)).toHaveCount(2)
})

test('undoing an image during its upload cancels the upload for good', async ({ write }) => {
  const writing = await write([paragraph('Above.')])
  const { page } = writing
  const uploads = await holdUploads(page)
  await choose(page, await drawing('a.png'))
  await expect.poll(uploads.count).toBe(1)
  const ended = page.waitForEvent('requestfailed')
  await undo(page)
  await ended
  await redo(page)
  await page.keyboard.type(' More.')
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(writing.text).toContainText('More.')
})

test('a failed upload shows the reason, and can be retried or removed', async ({ write }) => {
  const { page, text, saved } = await write([paragraph('Above.')])
  const uploads = await holdUploads(page)
  await choose(page, await drawing('a.png'), await drawing('b.png'), await drawing('c.png'))
  await expect.poll(uploads.count).toBe(2)
  await uploads.release('abort')
  await uploads.release(503)
  const first = page.getByRole('group', { name: 'Upload of a.png' })
  const second = page.getByRole('group', { name: 'Upload of b.png' })
  await expect(first).toContainText(FAILED)
  await expect(second).toContainText(FAILED)
  await expect(page.getByRole('status').filter({ hasText: `.png: ${FAILED}` })).toBeAttached()
  await expect.poll(uploads.count).toBe(1)
  await uploads.release(429)
  const third = page.getByRole('group', { name: 'Upload of c.png' })
  await expect(third, 'which says when to try again').toContainText('No')
  await third.getByRole('button', { name: 'Remove' }).click()

  await first.getByRole('button', { name: 'Retry' }).click()
  await expect(first.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await second.getByRole('button', { name: 'Remove' }).click()
  await expect(text).toBeFocused()
  await expect.poll(uploads.count).toBe(1)
  await uploads.release()
  await expect(images(page)).toHaveCount(1)
  expect(await saved()).toEqual([paragraph('Above.'), image(), paragraph('')])
})

test('files that are no images or too large are refused, and the others are inserted', async ({ write }) => {
  const { page, text } = await write([paragraph('Above.')])
  await using folder = await storeLarge()
  const pathOf = (name: string) => join(folder.path, name)
  await writeFile(pathOf('notes.txt'), 'Notes')
  await writeFile(pathOf('a.png'), (await drawing('a.png')).buffer)
  await choose(page, pathOf('notes.txt'), pathOf('a.png'), pathOf('large.png'))
  const refusals = page.getByRole('alert')
  await expect(refusals).toContainText('notes.txt: Please upload an image file')
  await expect(refusals).toContainText('large.png: Image size should be less than 5MB')
  await expect(images(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(text).toBeFocused()
  await expect(refusals).toHaveCount(0)
})

test('the last chosen featured image counts, a removed one stays removed, and none is left without being shown', async ({
  write,
}) => {
  const { page } = await write([paragraph('Above.')])
  const uploads = await holdUploads(page)
  const field = page.getByLabel('Featured Image').and(page.locator('input'))
  const poster = page.getByRole('group', { name: 'Featured Image' }).locator('img')
  const chooseNext = async (name: string) => {
    const ended = uploads.count() > 0 ? page.waitForEvent('requestfailed') : undefined
    await field.setInputFiles(await drawing(name))
    await ended
  }
  await chooseNext('a.png')
  await expect.poll(uploads.count).toBe(1)
  await chooseNext('b.png')
  await expect.poll(uploads.count).toBe(2)
  await uploads.release('abort')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Some images are not uploaded yet.')
  await page.getByRole('button', { name: 'Stay' }).click()
  await uploads.release()
  await expect(poster).toHaveCount(1)

  await chooseNext('c.png')
  await expect.poll(uploads.count).toBe(1)
  const ended = page.waitForEvent('requestfailed')
  await page
    .getByRole('group', { name: 'Featured Image' })
    .getByRole('button', { name: 'Remove image' })
    .click()
  await ended
  await expect(poster).toHaveCount(0)
  await expect(field).toBeFocused()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
})
