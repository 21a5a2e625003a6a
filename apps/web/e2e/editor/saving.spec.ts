import { paragraph } from '../content.ts'
import { body, crash, line, offer, open, press, read, readCopy, save, status, updated } from './saving.ts'
import { expect, test } from './test.ts'

// What is typed is kept, wherever the page dies.

test('what a crash left on the device stands in the text when it is opened again, and goes to the server', async ({
  write,
  context,
  desk,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await page.route('**/trpc/workingCopies.put*', (route) => route.abort())
  await page.keyboard.type(' Nobody waves.')
  await expect(status(page)).toHaveText('Offline, kept on this device')
  await crash(page)

  const again = await context.newPage()
  await again.goto(`/admin/draft/edit/${id}`)
  await expect(body(again)).toHaveText('The ferry leaves. Nobody waves.')
  await expect(status(again)).toHaveText('Saved')
  await expect(offer(again)).toBeHidden()
  const copy = await (await readCopy(desk, id)).json()
  expect(copy.content).toEqual([paragraph('The ferry leaves. Nobody waves.')])
})

test('what a crash left is taken up by a page too busy to hear in time that the lock is free', async ({
  write,
  context,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await page.route('**/trpc/workingCopies.put*', (route) => route.abort())
  await page.keyboard.type(' Nobody waves.')
  await expect(status(page)).toHaveText('Offline, kept on this device')
  await crash(page)

  const again = await context.newPage()
  await again.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = () => {
      AbortSignal.timeout = timeout
      return AbortSignal.abort(new DOMException('Too late', 'TimeoutError'))
    }
  })
  await again.goto(`/admin/draft/edit/${id}`)
  await expect(body(again)).toHaveText('The ferry leaves. Nobody waves.')
})

test('a quiet line says that there are unpublished changes, compares them, and discards them with Undo', async ({
  write,
  desk,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await expect(line(page)).toBeHidden()
  await page.keyboard.type(' Nobody waves.')
  await expect(status(page)).toHaveText('Saved')
  await page.reload()
  await expect(line(page)).toContainText(/Unpublished changes since \d+:\d\d .M/)
  await press(page, 'Compare')
  const dialog = page.getByRole('dialog', { name: 'Unpublished changes' })
  await expect(dialog.locator('ins')).toContainText('Nobody waves.')
  await press(page, 'Close')

  await press(page, 'Discard')
  await expect(body(page)).toHaveText('The ferry leaves.')
  await expect(line(page)).toBeHidden()
  expect((await readCopy(desk, id)).status()).toBe(404)
  await page.getByText('Undo', { exact: true }).click()
  await expect(body(page)).toHaveText('The ferry leaves. Nobody waves.')
  await expect(status(page)).toHaveText('Saved')
  await expect(line(page)).toBeVisible()
  expect((await readCopy(desk, id)).status()).toBe(200)
})

test('the list of articles says that there are unpublished changes, until they are saved', async ({
  write,
}) => {
  const { page } = await write([paragraph('The ferry leaves.')])
  const row = page.getByRole('row', { name: /A draft/ }).first()
  await page.keyboard.type(' Nobody waves.')
  await page.getByRole('link', { name: 'Articles', exact: true }).first().click()
  await expect(row).toContainText('Unpublished changes')
  await row.getByRole('link', { name: 'Edit' }).click()
  await expect(body(page)).toHaveText('The ferry leaves. Nobody waves.')
  await save(page)
  await expect(updated(page)).toBeVisible()
  await page.getByRole('link', { name: 'Articles', exact: true }).first().click()
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('Unpublished changes')
})

test('a text without unsaved work asks for none', async ({ write, page }) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('workingCopies.get') && asked.push(request.url()))
  await write([paragraph('The ferry leaves.')])

  await page.reload()
  await expect(page.locator('.editor-footer')).toBeVisible()

  expect(asked).toEqual([])
})

test('Publish stands in the editor: it saves what is written, and publishes that', async ({
  write,
  desk,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await page.keyboard.type(' Nobody waves.')
  await press(page, 'Publish')
  await expect(page.getByText('Article published successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible()
  expect(await (await desk.api.get(`/post/${id}`)).text()).toContain('Nobody waves.')
  await expect(line(page)).toBeHidden()
})

test('an article in the trash is not opened for writing', async ({ write, desk }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await desk.api.delete(`/admin/articles/${id}`)
  await page.reload()
  await expect(page.getByText('This article is in the trash. Restore it to edit it.')).toBeVisible()
  await expect(body(page)).toBeHidden()
  await press(page, /^Restore/)
  await expect(body(page)).toHaveText('The ferry leaves.')
})

test('a save with nothing new is answered like any other', async ({ write }) => {
  const { saved } = await write([paragraph('The ferry leaves.')])
  expect(await saved()).toEqual([paragraph('The ferry leaves.')])
})

test('offline the text is kept on the device, and goes to the server as soon as it can', async ({
  write,
  context,
  desk,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await context.setOffline(true)
  await page.keyboard.type(' Nobody waves.')
  await expect(status(page)).toHaveText('Offline, kept on this device')
  await context.setOffline(false)
  await expect(status(page)).toHaveText('Saved')
  const copy = await (await readCopy(desk, id)).json()
  expect(copy.content).toEqual([paragraph('The ferry leaves. Nobody waves.')])
  expect((await read(desk, id)).version_number).toBe(1)
})

test('readers see what is written on a published article only when it is saved', async ({ write, desk }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await desk.api.put(`/admin/articles/${id}/publish`)
  await open(page, id)
  await page.keyboard.type(' Nobody waves.')
  await expect(status(page)).toHaveText('Saved')
  await expect(line(page)).toBeVisible()
  const readers = async () => (await desk.api.get(`/post/${id}`)).text()
  expect(await readers()).not.toContain('Nobody waves.')

  await save(page)
  await expect(updated(page)).toBeVisible()
  await expect(status(page)).toHaveText('Saved')
  expect(await readers()).toContain('Nobody waves.')
  expect((await readCopy(desk, id)).status()).toBe(404)
})

test('a text beyond a limit is told which, is not sent, and is kept', async ({ write, context, desk }) => {
  const { page, id } = await write([paragraph('x'.repeat(99_999))])
  await page.keyboard.type('y')
  await expect(page.getByText('A passage is nearly full: 0 characters of 100,000')).toBeVisible()
  await page.keyboard.type('z')
  await expect(page.getByText('A passage is over the limit by 1 character')).toBeVisible()
  await save(page)
  await expect(status(page)).toHaveText('Unsaved changes')
  expect((await read(desk, id)).version_number).toBe(1)
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  await page.close()

  const again = await context.newPage()
  await again.goto(`/admin/draft/edit/${id}`)
  await expect(again.getByText('A passage is over the limit by 1 character')).toBeVisible()
})

test('the article’s own page says what is not in the version it sends out, until that is saved or given up', async ({
  write,
  desk,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  const notice = page.getByRole('region', { name: 'Unsaved changes' })
  await page.goto(`/admin/draft/${id}`)
  await expect(page.getByRole('article')).toBeVisible()
  await expect(notice).toBeHidden()
  const writeMore = async (words: string) => {
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await body(page).click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(words)
    await expect(status(page)).toHaveText('Saved')
    await page.goBack()
  }
  await writeMore(' Nobody waves.')
  await expect(notice).toContainText(
    /Your unsaved changes from (\w+ \d+, \d+, )?\d+:\d\d .M are not shown here/,
  )
  await expect(notice).toContainText('Publish and Schedule send out version 1 without them.')
  await notice.getByRole('link', { name: 'Continue writing' }).click()
  await press(page, 'Discard')
  await expect(body(page)).toHaveText('The ferry leaves.')
  await page.goBack()
  await expect(notice).toBeHidden()

  await writeMore(' Somebody waves.')
  await press(page, 'Publish')
  await expect(notice).toContainText('Readers do not see them before you save.')
  expect((await read(desk, id)).content).toEqual([paragraph('The ferry leaves.')])
  await notice.getByRole('link', { name: 'Continue writing' }).click()
  await expect(body(page)).toHaveText('The ferry leaves. Somebody waves.')
  await save(page)
  await expect(updated(page)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('article')).toContainText('Somebody waves.')
  await expect(notice).toBeHidden()
})

test('a page that dies with its first copy on the way leaves all that was typed, and no question', async ({
  write,
  context,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  const { promise: arrived, resolve } = Promise.withResolvers<void>()
  await page.route('**/trpc/workingCopies.put*', async (route) => {
    // The answer never comes.
    await route.fetch()
    resolve()
  })
  await page.keyboard.type(' Nobody waves.')
  await arrived
  await page.keyboard.type(' It rains.')
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  await crash(page)

  const again = await context.newPage()
  await again.goto(`/admin/draft/edit/${id}`)
  await expect(body(again)).toHaveText('The ferry leaves. Nobody waves. It rains.')
  await save(again)
  await expect(updated(again)).toBeVisible()
  await expect(offer(again)).toBeHidden()
})
