import type { Page, Route } from '@playwright/test'
import { paragraph } from '../content.ts'
import type { TestSite } from '../test-site.ts'
import { hide } from './leaving/scene.ts'
import { body, crash, open, press, read, readCopy, recovery, save, status } from './saving.ts'
import { expect, test } from './test.ts'

test.use({ isShared: true })

// What is typed while a save is on its way outlives the screen, whatever arrives first.

const [BEGIN, MORE] = ['The ferry leaves.', ' Nobody waves.']

/** Holds the next call until the returned function is called: before it reaches the server, or its answer. */
async function hold(page: Page, call: string, part: 'request' | 'answer') {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  async function answer(route: Route) {
    const response = part === 'answer' ? await route.fetch() : undefined
    arrive()
    await released
    await route.fulfill({ response: response ?? (await route.fetch()) })
  }
  await page.route(`**/trpc/${call}*`, answer, { times: 1 })
  return { arrived, release }
}

const copied = async (site: TestSite, id: number) => {
  const copy = await readCopy(site, id)
  return copy.ok() ? (await copy.json()).content : []
}

test('words that are typed during the first save are kept with the article when one leaves', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/admin/new-draft')
  await page.getByLabel('Title', { exact: true }).fill('The Lost Sentence')
  await body(page).click()
  await page.keyboard.type(BEGIN)
  await expect(status(page)).toHaveText('Kept')
  const create = await hold(page, 'articles.create', 'answer')
  await save(page)
  await create.arrived
  await page.keyboard.type(MORE)
  await page.getByRole('link', { name: 'Articles', exact: true }).first().click()
  create.release()

  await expect(page.getByText('Article saved successfully')).toBeVisible()
  const row = page.getByRole('row', { name: /The Lost Sentence/ })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Changes kept')
  await expect(page).toHaveURL(/\/admin\/articles$/)
  await row.getByRole('link', { name: 'Edit' }).click()
  await expect(body(page)).toHaveText(BEGIN + MORE)
  await expect(recovery(page)).toBeHidden()
})

test('words that are typed during a save are kept when one leaves, and nothing is asked', {
  tag: '@slow',
}, async ({ write, site }) => {
  const { page, id } = await write([paragraph('A lamp.')])
  await page.keyboard.type(' It is lit.')
  await expect(status(page)).toHaveText('Kept')
  const update = await hold(page, 'articles.update', 'answer')
  await save(page)
  await update.arrived
  await page.keyboard.type(MORE)
  await page.getByRole('link', { name: 'Articles', exact: true }).first().click()
  update.release()

  const all = [paragraph(`A lamp. It is lit.${MORE}`)]
  await expect.poll(() => copied(site, id)).toEqual(all)
  await open(page, id)
  await expect(body(page)).toHaveText(`A lamp. It is lit.${MORE}`)
  await expect(recovery(page)).toBeHidden()
  await save(page)
  await expect.poll(async () => (await read(site, id)).content).toEqual(all)
  await expect.poll(() => copied(site, id)).toEqual([])
})

for (const [order, part] of [
  ['before', 'request'],
  ['after', 'answer'],
] as const)
  test(`a page that is hidden ${order} its save arrives keeps later words, and goes on without a word`, {
    tag: '@slow',
  }, async ({ write, site }) => {
    const { page, id } = await write([paragraph(BEGIN)])
    await page.keyboard.type(' It rains.')
    await expect(status(page)).toHaveText('Kept')
    const update = await hold(page, 'articles.update', part)
    await save(page)
    await update.arrived
    await page.keyboard.type(MORE)
    const patched = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await hide(page)
    await patched
    update.release()

    await expect(page.getByText('Article updated successfully')).toBeVisible()
    await page.keyboard.type(' The lamp goes out.')
    const all = [paragraph(`${BEGIN} It rains.${MORE} The lamp goes out.`)]
    await expect.poll(() => copied(site, id)).toEqual(all)
    await expect(page.getByText('Kept on this device only')).toBeHidden()
    await save(page)
    await expect.poll(async () => (await read(site, id)).content).toEqual(all)
    await expect.poll(() => copied(site, id)).toEqual([])
    // No other test gets a document that is hidden.
    await page.goto('/admin/articles')
  })

test('a page that is hidden during the first save keeps later words with the article, not as a second draft', {
  tag: '@slow',
}, async ({ page, site }) => {
  await page.goto('/admin/new-draft')
  const copies = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.getByLabel('Title', { exact: true }).fill('The Hidden Sentence')
  const create = await hold(page, 'articles.create', 'answer')
  await page.keyboard.press('ControlOrMeta+s')
  await create.arrived
  await body(page).click()
  await page.keyboard.type(MORE.trim())
  await hide(page)
  const answered = (await copies).response()
  create.release()
  await answered

  const found = async () => (await (await site.api.get('/admin/articles?q=hidden+sentence')).json())[0]
  await expect.poll(async () => (await found())?.unsaved_at).toBeTruthy()
  await expect.poll(async () => copied(site, (await found()).id)).toEqual([paragraph(MORE.trim())])
  await page.getByRole('link', { name: 'Articles', exact: true }).first().click()
  await expect(page.getByRole('row', { name: /The Hidden Sentence/ })).toHaveCount(1)
})

test.describe('on a page of its own', () => {
  test.use({ isShared: false })

  test('a copy that was declined and taken back is asked about again after the page is loaded', {
    tag: '@slow',
  }, async ({ write, context, site }) => {
    const { page, id } = await write([paragraph(BEGIN)])
    await page.route('**/trpc/workingCopies.put*', (route) => route.abort())
    await page.keyboard.type(MORE)
    await expect(status(page)).toHaveText('Offline, kept on this device')
    await crash(page)
    await site.api.put(`/admin/articles/${id}`, { data: { content: [paragraph('The ferry stays.')] } })
    const again = await context.newPage()
    await again.goto(`/admin/draft/edit/${id}`)
    await press(again, 'Keep the text below')
    await again.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await press(again, 'Decide later')
    await expect(recovery(again)).toBeHidden()
    await again.reload()
    await press(again, 'Show changes')

    await expect(recovery(again)).toContainText('Nobody waves.')
  })
})
