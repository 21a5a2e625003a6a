import { paragraph } from '../content.ts'
import { body, crash, offer, open, press, read, readCopy, save, status, updated } from './saving.ts'
import { expect, test } from './test.ts'

// What is typed is kept, wherever the page dies.

test('what a crash left is offered against the saved text, and restored', async ({ write, context }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await context.route('**/trpc/workingCopies.put*', (route) => route.abort())
  await page.keyboard.type(' Nobody waves.')
  await expect(status(page)).toHaveText('Offline, kept on this device')
  await crash(page)

  const again = await context.newPage()
  await again.goto(`/admin/draft/edit/${id}`)
  await expect(offer(again)).toContainText(/Restore unsaved changes from (\w+ \d+, \d+, )?\d+:\d\d/)
  await expect(body(again)).toHaveText('The ferry leaves.')
  await press(again, 'Show changes')
  await expect(offer(again).locator('ins')).toContainText('Nobody waves.')
  await press(again, 'Restore')
  await expect(body(again)).toHaveText('The ferry leaves. Nobody waves.')
})

test('what cannot be restored now is said to be kept, and offered again', async ({ write, context }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await page.keyboard.type(' Nobody waves.')
  await expect(status(page)).toHaveText('Saved')
  await crash(page)

  const again = await context.newPage()
  await again.route('**/answer-offer-*.js', (route) => route.abort())
  await again.goto(`/admin/draft/edit/${id}`)
  await press(again, 'Restore')
  await expect(again.getByText('Your changes are still kept.')).toBeVisible()
  await again.unroute('**/answer-offer-*.js')
  await again.reload()
  await press(again, 'Restore')
  await expect(body(again)).toHaveText('The ferry leaves. Nobody waves.')
})

test('a save with nothing new is answered like any other', async ({ write }) => {
  const { saved } = await write([paragraph('The ferry leaves.')])
  expect(await saved()).toEqual([paragraph('The ferry leaves.')])
})

test('what is declined is gone, however soon one leaves; what is put off comes again', async ({
  write,
  context,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await page.keyboard.type(' Nobody waves.')
  await expect(status(page)).toHaveText('Saved')
  await crash(page)

  const again = await context.newPage()
  await again.goto(`/admin/draft/edit/${id}`)
  await press(again, 'Decide later')
  await again.reload()
  const dropping = Promise.withResolvers<void>()
  await again.route('**/trpc/workingCopies.delete*', async (route) => {
    await dropping.promise
    await route.continue()
  })
  await press(again, 'Keep the saved text')
  const pressed = offer(again).getByRole('button', { name: 'Keep the saved text' })
  await expect(pressed).toHaveAttribute('aria-busy', 'true')
  dropping.resolve()
  await expect(offer(again)).toBeHidden()
  await again.reload()
  await expect(body(again)).toHaveText('The ferry leaves.')
  await expect(status(again)).toHaveText('Saved')
  await expect(offer(again)).toBeHidden()
})

test('a new article outlives a crash, until it is saved', async ({ page, context }) => {
  await page.goto('/admin/new-draft')
  await page.getByLabel('Title', { exact: true }).fill('The Night Ferry')
  await body(page).click()
  await page.keyboard.type('It leaves at dusk.')
  await expect(status(page)).toHaveText('Unsaved changes')
  await page.waitForFunction(async () => (await indexedDB.databases()).length > 0)
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  await crash(page)

  const again = await context.newPage()
  await again.goto('/admin/new-draft')
  await press(again, 'Restore')
  await expect(again.getByLabel('Title', { exact: true })).toHaveValue('The Night Ferry')
  await expect(body(again)).toHaveText('It leaves at dusk.')
  await save(again)
  await expect(again).toHaveURL(/\/admin\/draft\/\d+$/)
  await again.goto('/admin/new-draft')
  await expect(body(again)).toBeVisible()
  await expect(offer(again)).toBeHidden()
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
  await expect(status(page)).toHaveText(/^Saved\s*Published, unsaved changes$/)
  const readers = async () => (await desk.api.get(`/post/${id}`)).text()
  expect(await readers()).not.toContain('Nobody waves.')

  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByText('Leave without saving?')).toBeVisible()
  await press(page, 'Stay')
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
  await expect(offer(again)).toBeVisible()
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
  await press(page, 'Keep the saved text')
  await expect(offer(page)).toBeHidden()
  await page.goBack()
  await expect(notice).toBeHidden()

  await writeMore(' Somebody waves.')
  await press(page, 'Publish')
  await expect(notice).toContainText('Readers do not see them before you save.')
  expect((await read(desk, id)).content).toEqual([paragraph('The ferry leaves.')])
  await notice.getByRole('link', { name: 'Continue writing' }).click()
  await press(page, 'Restore')
  await expect(body(page)).toHaveText('The ferry leaves. Somebody waves.')
  await save(page)
  await expect(updated(page)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('article')).toContainText('Somebody waves.')
  await expect(notice).toBeHidden()
})

test('a page that dies with its first copy on the way leaves one offer: of all that was typed', async ({
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
  await press(again, 'Restore')
  await expect(body(again)).toHaveText('The ferry leaves. Nobody waves. It rains.')
  await save(again)
  await expect(updated(again)).toBeVisible()
  await expect(offer(again)).toBeHidden()
})
