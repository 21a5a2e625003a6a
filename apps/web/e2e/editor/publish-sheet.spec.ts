import type { Locator, Page } from '@playwright/test'
import { expectNoBarrierAt } from '../barriers.ts'
import { paragraph } from '../content.ts'
import { type TestSite, wordsOf, writeFrozen } from '../test-site.ts'
import { press, publish, read, readCopy, status } from './saving.ts'
import { expect, test } from './test.ts'

test.use({ isShared: true })

// The sheet to publish: the page as readers get it, and what a copy editor would mark.

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Publish', exact: true })
const group = (page: Page, name: string) => sheet(page).getByRole('region', { name })
const framed = (page: Page, label: string) => page.frameLocator(`iframe[title="${label}"]`)
const bounds = async (locator: Locator) => locator.boundingBox()

const unfinished = [
  paragraph('He said "no" to the the captain.'),
  paragraph('It leaves  at TK.'),
  { type: 'heading-two', children: [{ text: 'Dusk' }] },
  { type: 'heading-four', children: [{ text: 'The crossing' }] },
]

test('shows the page with unsaved changes as on a phone and a desktop, and counts no view', {
  tag: '@journey',
}, async ({ write }) => {
  const { page } = await write([paragraph('The ferry leaves.')])
  const views: string[] = []
  page.on('request', (request) => request.url().endsWith('/view') && views.push(request.url()))
  await page.keyboard.type(' Nobody waves.')
  await press(page, 'Publish…')

  for (const [label, width] of [
    ['The page on a phone', 390],
    ['The page on a desktop', 1280],
  ] as const) {
    const story = framed(page, label)
    await expect(story.getByText('The ferry leaves. Nobody waves.')).toBeVisible()
    await expect(story.locator('.preview-notice')).toHaveCount(0)
    expect(await story.locator('html').evaluate(() => innerWidth)).toBe(width)
    const region = sheet(page).getByRole('region', { name: `${label}, ${width} pixels wide` })
    const frame = await bounds(region.locator('iframe'))
    expect(frame?.width).toBeLessThanOrEqual((await bounds(region))?.width ?? 0)
  }
  for (const name of ['The card of A draft', 'The cover of A draft'])
    await expect(sheet(page).getByRole('img', { name })).toHaveJSProperty('complete', true)
  expect(
    await sheet(page)
      .getByRole('img', { name: /card/ })
      .evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBe(1200)
  await expect(group(page, 'In a search')).toContainText(/A draft · .*\/post\/\d+|\/post\/\d+.*A draft · /s)
  await expect(group(page, 'In a search')).toContainText('The ferry leaves. Nobody waves.')
  await expect(group(page, 'In a feed')).toContainText('A draft')
  await expect(group(page, 'The e-book')).toContainText('a-draft.epub')
  expect(views).toEqual([])
})

test('a fix is one step of undo, and the marks and the page follow it', { tag: '@slow' }, async ({
  write,
  site,
}) => {
  const { page, id, text } = await write(unfinished)
  await press(page, 'Publish…')
  await expect(sheet(page).locator('[data-fix]').first()).toBeFocused()
  await expect(group(page, 'Doubled words')).toContainText('“the” is there twice.')

  await group(page, 'Doubled words').getByRole('button', { name: /^Fix/ }).press('Enter')
  await expect(group(page, 'Doubled words')).toBeHidden()
  await expect(sheet(page).locator('[data-fix]').nth(1)).toBeFocused()
  await expect(framed(page, 'The page on a desktop').getByText('to the captain.')).toBeVisible()

  await group(page, 'Straight quotes').getByRole('button', { name: /^Fix/ }).click()
  await group(page, 'Double blanks').getByRole('button', { name: /^Fix/ }).click()
  await group(page, 'Headings that skip a level').getByRole('button', { name: /^Fix/ }).click()
  await expect(text).toContainText('He said “no” to the captain.It leaves at TK.')
  await expect(text.locator('h3')).toHaveText('The crossing')
  await sheet(page).getByRole('button', { name: 'Undo' }).click()
  await expect(group(page, 'Headings that skip a level')).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Publish…' })).toBeFocused()
  await text.focus()
  for (let step = 0; step < 5; step++) await page.keyboard.press('ControlOrMeta+z')
  await expect(text).toContainText('He said "no" to the the captain.It leaves  at TK.')
  await expect(status(page)).toHaveText('Kept')
  expect((await read(site, id)).state).toBe('draft')
})

/** The writer goes on with the unsaved text on another device. */
async function addOnPhone(site: TestSite, id: number, words: string) {
  const { base_version, title, content } = await (await readCopy(site, id)).json()
  const data = { base_version, title, content: [...content, paragraph(words)] }
  expect((await site.api.put(`/admin/articles/${id}/working-copy`, { data })).ok()).toBe(true)
}

test('the page that is shown, and published, has what was written on another device', {
  tag: '@slow',
}, async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await page.keyboard.type(' Nobody waves.')
  await expect(status(page)).toHaveText('Kept')
  await addOnPhone(site, id, 'From the phone.')
  await press(page, 'Publish…')
  await expect(framed(page, 'The page on a phone').getByText('From the phone.')).toBeVisible()
  await press(page, 'Publish now')
  await expect(page.getByText('Article published successfully')).toBeVisible()
  expect(await wordsOf(site.api, id)).toContain('From the phone.')
})

test('Undo of a fix keeps what was written on another device meanwhile', { tag: '@slow' }, async ({
  write,
  site,
}) => {
  const { page, id, text } = await write(unfinished)
  await page.keyboard.type(' Mine.')
  await press(page, 'Publish…')
  await expect(framed(page, 'The page on a phone').getByText('Mine.')).toBeVisible()
  await addOnPhone(site, id, 'From the phone.')
  await group(page, 'Doubled words').getByRole('button', { name: /^Fix/ }).click()
  await expect(text).toContainText('From the phone.')
  await sheet(page).getByRole('button', { name: 'Undo' }).click()
  await expect(group(page, 'Doubled words')).toBeVisible()
  await expect(text).toContainText('From the phone.')
})

test('Publish now publishes a saved text that readers do not see yet', async ({ page, site }) => {
  const id = await writeFrozen(site.api)
  await page.goto(`/admin/draft/edit/${id}`)
  await publish(page)
  await expect(page.getByText('Article published successfully')).toBeVisible()
  expect(await wordsOf(site.api, id)).toContain('Hidden words.')
})

test('Escape while the text is saved stops Publish now', async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await page.keyboard.type(' Nobody waves.')
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/trpc/articles.update*', (route) => promise.then(() => route.continue()))
  await publish(page)
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
  resolve()
  await expect(page.getByText('Article updated successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish…' })).toBeVisible()
  await page.waitForTimeout(500)
  expect((await read(site, id)).state).toBe('draft')
})

test('a fix of the title is one step of undo in the title, between what was typed before and after', async ({
  write,
}) => {
  const { page, text } = await write([paragraph('The ferry leaves.')])
  const title = page.getByLabel('Title', { exact: true })
  await title.focus()
  await page.keyboard.press('End')
  await page.keyboard.type('  at night')
  await press(page, 'Publish…')
  await group(page, 'Double blanks').getByRole('button', { name: /^Fix/ }).click()
  await expect(title).toHaveValue('A draft at night')
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()

  await title.focus()
  await page.keyboard.press('End')
  await page.keyboard.type('fall')
  for (const value of ['A draft at night', 'A draft  at night', 'A draft', 'A draft']) {
    await page.keyboard.press('ControlOrMeta+z')
    await expect(title).toHaveValue(value)
  }
  for (const value of ['A draft  at night', 'A draft at night']) {
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await expect(title).toHaveValue(value)
  }
  await expect(text).toHaveText('The ferry leaves.')
  await press(page, 'Save')
  await expect(page.getByText('Article updated successfully')).toBeVisible()
  await page.reload()
  await expect(title).toHaveValue('A draft at night')
})

test('what only a writer can fix leads to its place', { tag: '@slow' }, async ({ write }) => {
  const picture = { type: 'image', url: 'https://example.org/a.png', children: [{ text: '' }] }
  const { page } = await write([...unfinished, picture])
  const go = async (title: string) => {
    await press(page, 'Publish…')
    await group(page, title).getByRole('button', { name: /^Fix…/ }).first().click()
    await expect(sheet(page)).toBeHidden()
  }
  await go('TK')
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('TK')
  await go('Images without a description')
  await expect(page.getByLabel('Image description')).toBeFocused()
  await go('Excerpt')
  await expect(page.getByLabel('Excerpt', { exact: true })).toBeFocused()
  await go('Featured image')
  await expect(page.getByRole('button', { name: /^Featured Image/ })).toBeFocused()
})

test('what only a writer can fix is shown in place of old versions', async ({ write }) => {
  const edits = [{ content: [...unfinished, paragraph('The end.')] }]
  const { page, text } = await write(unfinished, { edits, query: '?versions=1' })
  const versions = page.getByRole('complementary', { name: 'Versions' })
  const go = async (title: string) => {
    await press(page, 'Publish…')
    await group(page, title).getByRole('button', { name: /^Fix…/ }).first().click()
    await expect(versions).toBeHidden()
  }
  await page.getByRole('slider', { name: 'Version' }).press('Home')
  await expect(text).toBeHidden()
  await go('TK')
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('TK')
  await expect(text).toBeFocused()
  await press(page, 'Show Versions')
  await expect(versions).toBeVisible()
  await go('Excerpt')
  await expect(page.getByLabel('Excerpt', { exact: true })).toBeFocused()
})

test('links of this site that lead nowhere are marked', async ({ write }) => {
  const link = (url: string) => ({ type: 'link', url, children: [{ text: url }] })
  const { page } = await write([{ type: 'paragraph', children: [link('/post/999999'), link('/privacy')] }])
  await press(page, 'Publish…')
  await expect(group(page, 'Dead links').getByRole('listitem')).toHaveCount(1)
  await expect(group(page, 'Dead links')).toContainText('Nothing is at /post/999999.')
})

test('a mark is left as it is until it is shown again', async ({ write }) => {
  const { page } = await write([paragraph('All that she had had.')])
  await press(page, 'Publish…')
  const maybe = group(page, 'Maybe doubled words')
  await maybe.getByRole('button', { name: /^Leave it/ }).click()
  await expect(maybe).toBeHidden()
  await page.reload()
  await expect(sheet(page).getByText('1 was left as it is.')).toBeVisible()
  await expect(maybe).toBeHidden()
  await press(page, 'Show again')
  await expect(maybe).toBeVisible()
})

test('one press publishes a text without marks; the keys open the sheet and publish', {
  tag: '@journey',
}, async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await page.keyboard.press('ControlOrMeta+Enter')
  for (const name of ['Excerpt', 'Featured image'])
    await group(page, name)
      .getByRole('button', { name: /^Leave it/ })
      .click()
  await expect(page.getByRole('button', { name: 'Publish now' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('heading', { name: '0 suggestions' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish now' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Article published successfully')).toBeVisible()
  expect((await read(site, id)).state).toBe('published')
})

test('a text is saved before it is scheduled, or sent as a proof', { tag: '@slow' }, async ({
  write,
  site,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await page.keyboard.type(' Nobody waves.')
  await press(page, 'Publish…')
  await press(page, 'Send a proof')
  await expect(page.getByRole('dialog', { name: 'Preview', exact: true })).toBeVisible()
  expect((await read(site, id)).content).toEqual([paragraph('The ferry leaves. Nobody waves.')])
  await press(page, 'Make a link')
  await expect(page.getByRole('textbox', { name: 'Link', exact: true })).toHaveValue(/\/preview\//)
  await page.keyboard.press('Escape')

  await press(page, 'Schedule…')
  await page.getByRole('dialog', { name: 'Schedule publication' }).getByLabel('Date').fill('2199-06-28')
  await press(page, 'Schedule')
  await expect(sheet(page).getByText(/^Scheduled for Jun 28, 2199/)).toBeVisible()
})

test('a new text becomes an article first, and needs a title', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/admin/new-draft')
  await press(page, 'Publish…')
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
  await page.locator('[contenteditable]').first().click()
  await page.keyboard.type('The ferry leaves.')
  await press(page, 'Publish…')
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused()
  await page.keyboard.type('The Night Ferry')
  await press(page, 'Publish…')
  await expect(page).toHaveURL(/\/admin\/draft\/edit\/\d+\?publish=1$/)
  await expect(framed(page, 'The page on a phone').getByText('The ferry leaves.')).toBeVisible()
})

test('a published article offers to publish only while there are changes, and shows itself otherwise', {
  tag: '@slow',
}, async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')], { isPublished: true })
  await expect(page.getByRole('link', { name: 'View on site' })).toBeVisible()
  await expect(page.getByRole('button', { name: /ublish/ })).toBeHidden()
  await page.locator('[contenteditable]').first().focus()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' Nobody waves.')
  await press(page, 'Publish changes…')
  await expect(sheet(page).getByRole('button', { name: 'Schedule…' })).toBeHidden()
  await press(page, 'Publish now')
  await expect(page.getByText('Article updated successfully')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('link', { name: 'View on site' })).toHaveAttribute('href', `/post/${id}`)
  await expect(page.getByRole('button', { name: /^Publish/ })).toBeHidden()
  await page.goto(`/admin/draft/edit/${id}?publish=1`)
  await expect(sheet(page).getByRole('link', { name: 'View on site' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish now' })).toBeHidden()
  expect(await (await site.api.get(`/post/${id}`)).text()).toContain('Nobody waves.')
})

test('Publish now publishes what a colleague has unpublished meanwhile', async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')], { isPublished: true })
  await page.keyboard.type(' Nobody waves.')
  await press(page, 'Publish changes…')
  await expect(framed(page, 'The page on a phone').getByText('Nobody waves.')).toBeVisible()
  await site.api.put(`/admin/articles/${id}/draft`)
  await press(page, 'Publish now')
  await expect(page.getByText('Article published successfully')).toBeVisible()
  expect(await wordsOf(site.api, id)).toContain('Nobody waves.')
})

test('after the sheet is closed, Back leads to the screen before', { tag: '@slow' }, async ({ write }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await page.goto('/admin/articles')
  await page.locator(`a[href$="/edit/${id}"]`).click()
  await press(page, 'Publish…')
  await expect(framed(page, 'The page on a phone').getByText('The ferry leaves.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Publish…' })).toBeFocused()
  await expect(page).not.toHaveURL(/publish/)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Articles' })).toBeVisible()
})

test('says when the text could not be sent, and sends it when the line is back', { tag: '@slow' }, async ({
  write,
}) => {
  const { page } = await write([paragraph('The ferry leaves.')])
  await press(page, 'Publish…')
  await expect(framed(page, 'The page on a phone').getByText('The ferry leaves.')).toBeVisible()
  await page.keyboard.press('Escape')
  // The closed sheet returns the focus to its button.
  await expect(page.getByRole('button', { name: 'Publish…' })).toBeFocused()
  await page.locator('[contenteditable]').first().focus()
  await page.context().setOffline(true)
  await page.keyboard.type('Nobody waves. ')
  await expect(page.locator('[contenteditable]').first()).toContainText('Nobody waves.')
  await press(page, 'Publish…')
  await expect(sheet(page).getByRole('alert')).toContainText('could not be sent')
  await press(page, 'Try again')
  await expect(sheet(page).getByRole('alert')).toContainText('could not be sent')
  await page.context().setOffline(false)
  await expect(framed(page, 'The page on a phone').getByText(/Nobody waves/)).toBeVisible()
})

test('its proof has no barrier on a phone', { tag: '@slow' }, async ({ write }) => {
  const { page } = await write(unfinished)
  await page.setViewportSize({ width: 390, height: 844 })
  await press(page, 'Publish…')
  await press(page, 'Proof')
  const frame = sheet(page).locator('iframe').first()
  await expect.poll(async () => (await frame.boundingBox())?.height, 'hidden until now').toBeGreaterThan(200)
  await expectNoBarrierAt(page, [390], '[role=dialog]')
})
