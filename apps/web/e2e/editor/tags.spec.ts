import type { Page } from '@playwright/test'
import { paragraph } from '../content.ts'
import { highlighted } from '../keyboard.ts'
import { chooseMore, crash, press, read, readCopy, status, updated } from './saving.ts'
import { expect, test } from './test.ts'

test.use({ isShared: true })

const field = (page: Page) => page.getByRole('combobox', { name: 'Tags' })
const chips = (page: Page) => page.getByRole('button', { name: /^Remove (?!image)/ })

test('tags are added and removed by keyboard, saved with the text, and list the story for readers', {
  tag: '@journey',
}, async ({ write, site, browser }) => {
  await site.api.post('/admin/articles', { data: { title: 'Other', content: [], tags: ['Near Futures'] } })
  // Loaded anew: the page of the test before knows the tags of its time. A word of no other test, as tests share the site.
  const { page, id, saved } = await write([paragraph('The funicular leaves.')], { isWhole: false })
  await field(page).focus()
  await page.keyboard.type('Weather,')
  await page.keyboard.type('near')
  await expect(highlighted(page)).toContainText('Near Futures')
  await page.keyboard.press('Enter')
  await page.keyboard.type('moss')
  await expect(highlighted(page)).toContainText('Add “moss”')
  await page.keyboard.press('Enter')
  await expect(chips(page)).toHaveCount(3)
  await page.keyboard.press('Backspace')
  await expect(chips(page)).toHaveCount(2)
  await expect(status(page)).toHaveText(/Not kept yet|Kept/)
  await saved()

  const { tags } = await read(site, id)
  expect(tags).toMatchObject([{ name: 'Weather' }, { name: 'Near Futures' }])
  await site.api.put(`/admin/articles/${id}/publish`)
  await using context = await browser.newContext({ baseURL: site.stack.url, javaScriptEnabled: false })
  const reader = await context.newPage()
  await reader.goto(`/post/${id}`)
  await reader.getByRole('navigation', { name: 'Tags' }).getByRole('link', { name: 'Weather' }).click()
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Weather')
  await reader.getByRole('link', { name: 'Read Article' }).click()
  await reader.getByRole('searchbox', { name: 'Search stories' }).fill('funiculr')
  await reader.keyboard.press('Enter')
  await expect(reader.getByText('These match “funicular”.')).toBeVisible()
  await expect(reader.locator('mark').first()).toHaveText('funicular')
})

test('the field keeps the focus with the last tag that an article can have, which Backspace removes', async ({
  write,
}) => {
  const tags = Array.from({ length: 9 }, (_, number) => `Tag ${number}`)
  const { page } = await write([], { edits: [{ tags }] })
  await field(page).focus()
  await page.keyboard.type('Last,')
  await expect(chips(page)).toHaveCount(10)
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('One more,')
  await page.keyboard.press('Backspace')
  await expect(chips(page)).toHaveCount(9)
  await expect(field(page)).toHaveValue('')
  await page.keyboard.type('Dawn,')
  await expect(chips(page).last()).toHaveAccessibleName('Remove Dawn')
})

test('a typed tag is added when the field loses the focus, and one chosen with the mouse is not added twice', async ({
  write,
  site,
}) => {
  await site.api.post('/admin/articles', { data: { title: 'Other', content: [], tags: ['Near Futures'] } })
  const { page, id } = await write()
  await field(page).focus()
  await page.keyboard.type('near')
  await page.getByRole('option', { name: 'Near Futures' }).click()
  await expect(chips(page)).toHaveCount(1)
  await field(page).focus()
  await page.keyboard.type('Weather')
  // The open list hides the button from screen readers only.
  await page.getByText('Save', { exact: true }).click()
  await expect(updated(page)).toBeVisible()

  expect((await read(site, id)).tags).toMatchObject([{ name: 'Near Futures' }, { name: 'Weather' }])
})

test('a tag that somebody else adds beside unsaved tags is there when the text is opened again, and stays', {
  tag: '@slow',
}, async ({ write, site }) => {
  const { page, id, saved } = await write([paragraph('The ferry leaves.')])
  await site.api.put(`/admin/articles/${id}`, { data: { tags: ['Sea', 'Sky'] } })
  await page.reload()
  await press(page, 'Remove Sky')
  await field(page).focus()
  await page.keyboard.type('Mine,')
  await expect(status(page)).toHaveText('Kept')
  await page.goto('/admin/articles')
  const theirs = { tags: ['Sea', 'Sky', 'Theirs'], working_copy_revision: 0 }
  await site.api.put(`/admin/articles/${id}`, { data: theirs })

  await page.goto(`/admin/draft/edit/${id}`)
  await expect(chips(page)).toHaveCount(3)
  await saved()
  const names = (await read(site, id)).tags.map(({ name }: { name: string }) => name)
  expect(names).toEqual(['Sea', 'Theirs', 'Mine'])
})

test('a tag that somebody else adds while the text is open is shown after a save, and the next save keeps it', async ({
  write,
  site,
}) => {
  const { page, id, text, saved } = await write([paragraph('The ferry leaves.')])
  await site.api.put(`/admin/articles/${id}`, { data: { tags: ['Theirs'] } })
  for (const words of [' At dusk.', ' At dawn.']) {
    await text.press('ControlOrMeta+End')
    await page.keyboard.type(words)
    await saved()
    await expect(chips(page)).toHaveAccessibleName('Remove Theirs')
    expect((await read(site, id)).tags).toMatchObject([{ name: 'Theirs' }])
  }
})

test('Enter in the title moves to the text, and in the empty tags field does not save', async ({ page }) => {
  await page.goto('/admin/new-draft')
  await page.getByLabel('Title', { exact: true }).fill('A ferry')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Content' })).toBeFocused()
  await page.keyboard.type('At dusk.')
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveText('At dusk.')
  await field(page).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Weather')
  await page.keyboard.press('Enter')
  await expect(chips(page)).toHaveCount(1)
  await expect(page).toHaveURL(/new-draft/)
})

test('Escape in the field of tags clears what is typed, then closes the details, and removes no tag', async ({
  write,
  site,
}) => {
  const { page, id } = await write()
  await site.api.put(`/admin/articles/${id}`, { data: { tags: ['Sea', 'Sky'] } })
  await page.reload()
  await expect(chips(page)).toHaveCount(2)
  await field(page).focus()
  await page.keyboard.type('Weath')
  await expect(highlighted(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(highlighted(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
  await press(page, 'Details')
  await expect(chips(page)).toHaveCount(2)
})

test('a tag that is typed again stays', async ({ write, site }) => {
  const { page, id } = await write()
  await site.api.put(`/admin/articles/${id}`, { data: { tags: ['Harbour'] } })
  await page.reload()
  await expect(chips(page)).toHaveCount(1)
  await field(page).focus()
  await page.keyboard.type('harbour')
  await page.keyboard.press('Enter')
  await page.getByLabel('Title', { exact: true }).focus()
  await expect(field(page)).toHaveValue('')
  await expect(chips(page)).toHaveAccessibleName('Remove Harbour')
})

test('a comma ends a tag on a phone, which does not name its key, and in a pasted list', async ({
  write,
}) => {
  const { page } = await write()
  await field(page).focus()
  await page.keyboard.insertText('Weather,')
  await expect(field(page)).toHaveValue('')
  await page.keyboard.insertText(' near futures, the  sea ,moss')
  await page.getByLabel('Title', { exact: true }).focus()
  for (const name of ['Weather', 'the sea', 'moss'])
    await expect(page.getByRole('button', { name: `Remove ${name}`, exact: true })).toBeVisible()
  await expect(chips(page)).toHaveCount(4)
})

test.describe('on a page of its own', () => {
  test.use({ isShared: false })

  test('the text stays when parts of the screen cannot be loaded, and a message names them', async ({
    page,
    write,
  }) => {
    await page.route(/\/assets\/(details-fields|publish-sheet)-/, (route) => route.abort())
    const { text } = await write([paragraph('The ferry leaves.')])
    await expect(page.getByText('The details could not be loaded')).toBeVisible()
    await page.keyboard.type(' At dusk.')
    await press(page, 'Publish…')
    await expect(page.getByText('The sheet to publish could not be loaded')).toBeVisible()
    await expect(text).toHaveText('The ferry leaves. At dusk.')
  })

  test('unsaved changes of tags survive a crash, on the device and on the server', { tag: '@slow' }, async ({
    write,
    site,
    context,
  }) => {
    const { page, id, saved } = await write([paragraph('The ferry leaves.')])
    await field(page).focus()
    await page.keyboard.type('Weather,')
    await saved()
    await field(page).focus()
    await page.keyboard.press('Backspace')
    await expect(chips(page)).toHaveCount(0)
    await page.keyboard.type('Unsaved,')
    await expect(status(page)).toHaveText('Kept')
    expect((await (await readCopy(site, id)).json()).tags).toMatchObject([{ name: 'Unsaved' }])
    await crash(page)

    const again = await context.newPage()
    await again.goto(`/admin/draft/edit/${id}`)
    await chooseMore(again, 'Compare')
    await expect(again.getByRole('dialog')).toContainText('added: Unsaved')
    await press(again, 'Close')
    await expect(chips(again)).toHaveCount(1)
    await expect(chips(again)).toHaveAccessibleName('Remove Unsaved')
  })
})
