import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { paragraph } from '../content.ts'
import { drawing } from '../drawing.ts'
import { signInPage, type TestSite } from '../test-site.ts'
import { choose, holdUploads, images } from './images.ts'
import { body, press, read, readCopy, save, status } from './saving.ts'
import { expect, test } from './test.ts'

test.use({ isShared: true })

// A story is stored from its first words, before it is an article.

/** Holds a call back. `asked` tells when it is made. */
async function holdCall(page: Page, call: string) {
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  const asked = page.waitForRequest(`**/trpc/${call}*`)
  await page.route(`**/trpc/${call}*`, async (route) => {
    await promise
    await route.continue()
  })
  return { asked, letGo }
}

test('a new article is in the list and on the dashboard from its first words until it is saved or discarded', {
  tag: '@slow',
}, async ({ page, site }) => {
  const row = page.getByRole('row', { name: /The Lamplighter/ })
  const list = page.getByRole('link', { name: 'Articles', exact: true }).first()
  await page.goto('/admin/new-draft')
  await page.getByLabel('Title', { exact: true }).fill('The Lamplighter')
  await body(page).click()
  await page.keyboard.type('It leaves at dusk.')
  await list.click()
  await expect(row).toContainText('Draft kept')
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click()
  await expect(page.getByRole('link', { name: /^Write Done/ })).toBeVisible()
  await page.getByRole('link', { name: 'Continue: The Lamplighter' }).click()
  await expect(body(page)).toHaveText('It leaves at dusk.')
  await list.click()
  await row.getByRole('button', { name: 'Actions for The Lamplighter' }).click()
  await page.getByRole('menuitem', { name: 'Discard' }).click()
  await expect(row).toBeHidden()
  await page.getByText('Undo', { exact: true }).click()
  await row.getByRole('link', { name: 'Continue' }).click()
  await expect(body(page)).toHaveText('It leaves at dusk.')
  await save(page)
  await expect(page.getByText('Article saved successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/draft\/\d+$/)
  const id = Number(page.url().split('/').at(-1))
  expect((await read(site, id)).excerpt).toBe('It leaves at dusk.')
  await list.click()
  await expect(row).toHaveCount(1)
  await expect(row).not.toContainText('Draft kept')
})

test('Undo of Discard in the list restores the byline and the newest title too', { tag: '@slow' }, async ({
  page,
  site,
}) => {
  const { data: person } = await (
    await site.api.post('/admin/people', { data: { name: 'Grace of the Ferry' } })
  ).json()
  const address = `/admin/working-copies/${randomUUID()}`
  const credits = [{ person_id: person.id, role: 'author' }]
  const text = { content: [paragraph('It leaves.')], credits }
  await site.api.put(address, { data: { ...text, title: 'The Listed Ferry' } })
  await page.goto('/admin/articles')
  await page.getByRole('button', { name: 'Actions for The Listed Ferry' }).click()
  await site.api.put(address, { data: { ...text, title: 'The Newest Ferry' } })
  await page.getByRole('menuitem', { name: 'Discard' }).click()
  await page.getByText('Undo', { exact: true }).click()
  await expect(page.getByRole('row', { name: 'The Newest Ferry' })).toBeVisible()
  const copy = await (await site.api.get(address)).json()
  expect(copy.credits).toMatchObject([{ name: 'Grace of the Ferry' }])
  await site.api.delete(address)
})

test('New Article right after the first letter opens an empty text, and keeps the letter', async ({
  page,
}) => {
  await page.goto('/admin/new-draft')
  const title = page.getByLabel('Title', { exact: true })
  await expect(title).toBeFocused()
  // In one task, before the URL names the first text.
  await page.getByRole('link', { name: 'New Article' }).evaluate((link: HTMLElement) => {
    document.execCommand('insertText', false, 'The Signalman')
    link.click()
  })
  await expect(title).toHaveValue('')
  await page.getByRole('link', { name: 'Articles', exact: true }).first().click()
  await expect(page.getByRole('row', { name: /The Signalman/ })).toContainText('Draft kept')
})

test('whoever goes on writing during the first save is not interrupted; the next save leads to the article', {
  tag: '@slow',
}, async ({ page, site }) => {
  const first = await holdCall(page, 'articles.create')
  await page.goto('/admin/new-draft')
  await page.getByLabel('Title', { exact: true }).fill('The Slow Ferry')
  await body(page).click()
  await page.keyboard.type('It leaves at dusk.')
  await page.keyboard.press('ControlOrMeta+s')
  await first.asked
  await page.keyboard.type(' Nobody waves.')
  first.letGo()
  await expect(page.getByText('Article saved successfully')).toBeVisible()
  await page.keyboard.type(' Captain Eve is aboard.')
  await expect(status(page)).toHaveText('Kept')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Article updated successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/draft\/\d+$/)
  const id = Number(page.url().split('/').at(-1))
  expect((await read(site, id)).content).toEqual([
    paragraph('It leaves at dusk. Nobody waves. Captain Eve is aboard.'),
  ])
  const begun: { title: string }[] = await (await site.api.get('/admin/working-copies')).json()
  expect(begun.filter(({ title }) => title === 'The Slow Ferry')).toEqual([])
})

test('letters typed after the first save, on the page of the article, are no commands', async ({ page }) => {
  await page.goto('/admin/new-draft')
  await page.getByLabel('Title', { exact: true }).fill('The Fast Ferry')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('heading', { name: 'The Fast Ferry' })).toBeFocused()
  await page.keyboard.type('c e')
  await expect(page).toHaveURL(/\/admin\/draft\/\d+$/)
  await page.getByRole('link', { name: 'Edit', exact: true }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('e')
  await expect(page).toHaveURL(/\/admin\/draft\/edit\/\d+$/)
})

test('a new article saved without a line stays open when the line is back while its author writes', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/admin/new-draft')
  await page.getByLabel('Title', { exact: true }).fill('The Offline Ferry')
  await expect(status(page)).toHaveText('Kept')
  await page.context().setOffline(true)
  await page.keyboard.press('ControlOrMeta+s')
  await expect(status(page)).toHaveText('Offline, saved when the line is back')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Captain ')
  await page.context().setOffline(false)
  await expect(page.getByText('Article saved successfully')).toBeVisible()
  await page.keyboard.type('Eve.')
  await expect(body(page)).toHaveText('Captain Eve.')
  await page.getByRole('button', { name: 'Publish…' }).click()
  await expect(page.getByRole('dialog', { name: 'Publish', exact: true })).toBeVisible()
})

test('a tag that is being typed comes along when the key opens the publish sheet', async ({ page, site }) => {
  await page.goto('/admin/new-draft')
  await page.getByLabel('Title', { exact: true }).fill('The Lamplighter')
  await page.getByRole('combobox', { name: 'Tags' }).fill('ghosts')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('dialog', { name: 'Publish', exact: true })).toBeVisible()
  const id = Number(/\d+/.exec(new URL(page.url()).pathname)?.[0])
  expect((await read(site, id)).tags).toMatchObject([{ name: 'ghosts' }])
})

test('an empty new article stores nothing', { tag: '@slow' }, async ({ page, site }) => {
  const begun = async () => (await (await site.api.get('/admin/working-copies')).json()).length
  const before = await begun()
  await page.goto('/admin/new-draft')
  await body(page).click()
  await page.keyboard.type('x')
  await expect.poll(begun).toBe(before + 1)
  await page.keyboard.press('Backspace')

  await expect.poll(begun).toBe(before)
})

test('“New Article” opens another new article while one is edited', async ({ page }) => {
  await page.goto('/admin/new-draft')
  await body(page).click()
  await page.keyboard.type('The first of two.')
  await expect(page).toHaveURL(/copy=/)
  await page.getByRole('link', { name: 'New Article' }).first().click()
  await expect(body(page)).toHaveText('')
})

test('“New Article” asks before it leaves a text whose picture is still being uploaded', async ({ page }) => {
  await page.goto('/admin/new-draft')
  await body(page).click()
  await page.keyboard.type('Above.')
  await expect(page).toHaveURL(/copy=/)
  const uploads = await holdUploads(page)
  await choose(page, await drawing('a.png'))
  await expect.poll(uploads.count).toBe(1)
  await page.getByRole('link', { name: 'New Article' }).first().click()
  await expect(page.getByText('Some images are not uploaded yet.')).toBeVisible()
  await press(page, 'Stay')
  await uploads.release()
  await expect(body(page).locator('img')).toBeVisible()
})

test('whoever goes on writing after the first save is asked before leaving a picture that is still being uploaded', {
  tag: '@slow',
}, async ({ page }) => {
  const first = await holdCall(page, 'articles.create')
  await page.goto('/admin/new-draft')
  await page.getByLabel('Title', { exact: true }).fill('The Pictured Ferry')
  await body(page).click()
  await page.keyboard.press('ControlOrMeta+s')
  await first.asked
  await page.keyboard.type('It leaves at dusk.')
  first.letGo()
  await expect(page.getByText('Article saved successfully')).toBeVisible()
  const uploads = await holdUploads(page)
  await choose(page, await drawing('a.png'))
  await expect.poll(uploads.count).toBe(1)
  await page.getByRole('link', { name: 'Articles', exact: true }).first().click()
  await expect(page.getByText('Some images are not uploaded yet.')).toBeVisible()
  await press(page, 'Stay')
  await uploads.release()
  await expect(body(page).locator('img')).toBeVisible()
})

test.describe('a new article that another window has saved', () => {
  const both = ['It leaves. Nobody waves.', 'It rains.'].map(paragraph)

  /** A story is begun, opened in another window, gone on with and saved, and then gone on with in the other window. */
  async function writeTwice(page: Page, { token }: TestSite): Promise<{ other: Page; id: number }> {
    await page.goto('/admin/new-draft')
    await page.getByLabel('Title', { exact: true }).fill('The Shared Ferry')
    await body(page).click()
    await page.keyboard.type('It leaves.')
    await expect(status(page)).toHaveText('Kept')
    const other = await page.context().newPage()
    await signInPage(other, token)
    await other.goto(page.url())
    await expect(body(other)).toHaveText('It leaves.')
    await page.keyboard.type(' Nobody waves.')
    await save(page)
    await expect(page).toHaveURL(/\/admin\/draft\/\d+$/)
    await body(other).click()
    await other.keyboard.press('ControlOrMeta+End')
    await other.keyboard.press('Enter')
    await other.keyboard.type('It rains.')
    return { other, id: Number(page.url().split('/').at(-1)) }
  }
  const merged = (page: Page) =>
    expect(page.getByText('Merged with what was saved meanwhile', { exact: true })).toBeVisible()

  test('is not replaced by a save at once', { tag: '@slow' }, async ({ page, site }) => {
    const { other, id } = await writeTwice(page, site)
    await save(other)
    await merged(other)
    await expect(other.getByText('Article saved successfully')).toBeVisible()
    expect((await read(site, id)).content).toEqual(both)
    await other.close()
  })

  test('has what is added there as its unsaved changes, and is not begun twice', { tag: '@slow' }, async ({
    page,
    site,
  }) => {
    const { other, id } = await writeTwice(page, site)
    await merged(other)
    await expect(status(other)).toHaveText('Kept')
    expect((await (await readCopy(site, id)).json()).content).toEqual(both)
    const begun: { title: string }[] = await (await site.api.get('/admin/working-copies')).json()
    expect(begun.filter(({ title }) => title === 'The Shared Ferry')).toEqual([])
    await save(other)
    await expect(other).toHaveURL(page.url())
    expect((await read(site, id)).content).toEqual(both)
    await other.close()
  })
})

test('the save key during the second save of a new article saves the later text next', {
  tag: '@slow',
}, async ({ page, site }) => {
  const first = await holdCall(page, 'articles.create')
  const second = await holdCall(page, 'articles.update')
  await page.goto('/admin/new-draft')
  await page.getByLabel('Title', { exact: true }).fill('The Hurried Ferry')
  await body(page).click()
  await page.keyboard.press('ControlOrMeta+s')
  await first.asked
  await page.keyboard.type('It leaves.')
  first.letGo()
  await expect(page.getByText('Article saved successfully')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await second.asked
  await page.keyboard.type(' Nobody waves.')
  await page.keyboard.press('ControlOrMeta+s')
  second.letGo()
  await expect(page).toHaveURL(/\/admin\/draft\/\d+$/)
  const id = Number(page.url().split('/').at(-1))
  await expect
    .poll(async () => (await read(site, id)).content)
    .toEqual([paragraph('It leaves. Nobody waves.')])
})

test('Back to the page of a new article asks before it leaves a picture that is still being uploaded', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/admin/new-draft')
  await page.getByLabel('Title', { exact: true }).fill('The Ferry Seen Again')
  await save(page)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  const uploads = await holdUploads(page)
  await body(page).click()
  await choose(page, await drawing('a.png'))
  await expect.poll(uploads.count).toBe(1)
  await page.goBack()
  await expect(page.getByText('Some images are not uploaded yet.')).toBeVisible()
  await press(page, 'Stay')
  await uploads.release()
  await expect(images(page)).toBeVisible()
})

test('a double click on Publish… saves a new article once, and Back leaves the sheet', async ({ page }) => {
  const saves: string[] = []
  page.on('request', (request) => saves.push(...(request.url().match(/articles\.(create|update)/g) ?? [])))
  await page.goto('/admin/new-draft')
  await page.getByLabel('Title', { exact: true }).fill('The Impatient Ferry')
  await page.getByRole('button', { name: 'Publish…' }).dblclick()
  const sheet = page.getByRole('dialog', { name: 'Publish', exact: true })
  await expect(sheet).toBeVisible()
  await page.goBack()
  await expect(sheet).toBeHidden()
  expect(saves).toEqual(['articles.create'])
})
