import type { Page } from '@playwright/test'
import { paragraph } from './content.ts'
import { expect, test } from './editor/test.ts'
import { wordsOf, write, writeFrozen } from './test-site.ts'

test.use({ isShared: true })

const content = [paragraph('It leaves at dusk.')]
const TITLES = ['The Night Ferry', 'Moss', 'A Ledger', 'The Lamp']

/** Of the articles of a test, which the list is filtered by. */
let tag: string
/** By title. */
let ids: Record<string, number>

test.beforeEach(async ({ page, site }, { testId }) => {
  tag = testId.slice(-8)
  ids = {}
  for (const title of TITLES) ids[title] = await write(site.api, { title, content, tags: [tag] })
  await page.goto(`/admin/articles?tag=${tag}`)
})

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
const box = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select ${title}` })
const bar = (page: Page) => page.getByRole('region', { name: 'Selected articles' })
const press = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true }).click()

test('several drafts are published together, and Undo takes all of them back', { tag: '@journey' }, async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))
  await box(page, 'Moss').check()
  await box(page, 'A Ledger').check()
  await expect(bar(page).getByRole('status')).toHaveText('2 selected')
  await press(page, 'Publish now')
  await expect(page.getByText('2 articles published')).toBeVisible()
  await expect(row(page, 'Moss').getByText('published', { exact: true })).toBeVisible()
  await expect(bar(page)).toBeHidden()
  expect(calls.filter((url) => url.includes('bulk'))).toHaveLength(1)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 articles unpublished')).toBeVisible()
  await expect(row(page, 'Moss').getByText('draft', { exact: true })).toBeVisible()
})

test('the same done twice is undone twice, each once by a double click', async ({ page }) => {
  const undo = page.getByRole('button', { name: 'Undo' })
  const calls: string[] = []
  page.on('request', (request) => calls.push(...(request.url().match(/bulk\.change/g) ?? [])))
  for (const title of ['Moss', 'The Lamp']) {
    await box(page, title).check()
    await press(page, 'Publish now')
    await expect(row(page, title).getByText('published', { exact: true })).toBeVisible()
  }
  await undo.last().dblclick()
  await expect(row(page, 'Moss').getByText('draft', { exact: true })).toBeVisible()
  // The pressed one has faded.
  await expect(undo).toHaveCount(1)
  await undo.dblclick()
  await expect(row(page, 'The Lamp').getByText('draft', { exact: true })).toBeVisible()
  await expect(undo).toHaveCount(0)
  expect(calls).toHaveLength(4)
})

test('an article that somebody has saved meanwhile is named, stays selected and does not stop the others', async ({
  page,
  site,
}) => {
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(bar(page).getByRole('status')).toHaveText('4 selected')
  await site.api.put(`/admin/articles/${ids.Moss}`, { data: { title: 'Moss and Lichen' } })
  await press(page, 'Publish now')
  await expect(page.getByText('1 of 4 articles was not published')).toBeVisible()
  await expect(page.getByText(/“Moss”: This article was changed meanwhile/)).toBeVisible()
  await expect(bar(page).getByRole('status')).toHaveText('1 selected')
  await expect(box(page, 'Moss and Lichen')).toBeChecked()
  await expect(row(page, 'The Lamp').getByText('published', { exact: true })).toBeVisible()
})

test('a range is selected with Shift; a tag is added to it, removed from it, and both are undone', async ({
  page,
}) => {
  await box(page, 'The Lamp').check()
  await box(page, 'Moss').click({ modifiers: ['Shift'] })
  await expect(bar(page).getByRole('status')).toHaveText('3 selected')
  await press(page, 'Add tag')
  await page.getByRole('dialog').getByLabel('Tag', { exact: true }).fill('Night Plants')
  await page.getByRole('dialog').getByRole('button', { name: 'Add tag' }).click()
  await expect(page.getByText('3 articles tagged')).toBeVisible()
  const filter = page.getByLabel('Show articles with the tag')
  await expect(filter).toContainText('Night Plants (3)')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(filter).not.toContainText('Night Plants')

  await box(page, 'Moss').check()
  await press(page, 'Remove tag')
  await page.getByRole('dialog').getByRole('combobox').selectOption(tag)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove tag' }).click()
  await expect(filter).toContainText(`${tag} (3)`)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(filter).toContainText(`${tag} (4)`)
})

test('rows are selected by keyboard, and archived; Undo also publishes what was public', async ({
  page,
  site,
}) => {
  await site.api.put(`/admin/articles/${ids['The Lamp']}/publish`)
  await page.reload()
  await expect(row(page, 'The Lamp')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(box(page, 'The Lamp')).toBeChecked()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowUp')
  await expect(bar(page).getByRole('status')).toHaveText('2 selected')
  await press(page, 'Archive')
  await expect(row(page, 'The Lamp').getByText('archived', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'The Lamp').getByText('published', { exact: true })).toBeVisible()
  await expect(row(page, 'A Ledger').getByText('draft', { exact: true })).toBeVisible()
})

test('neither a change nor its Undo publishes newer text than readers have seen', { tag: '@slow' }, async ({
  page,
  site,
}) => {
  const id = await writeFrozen(site.api, 'The Quay')
  await site.api.put(`/admin/articles/${id}`, { data: { tags: [tag] } })
  await page.reload()
  for (const [change, undone] of [
    ['Publish now', '1 article unpublished'],
    ['Archive', '1 article published'],
    ['Unpublish', '1 article published'],
  ] as const) {
    await box(page, 'The Quay').check()
    await box(page, 'Moss').check()
    await press(page, change)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(page.getByText(undone)).toBeVisible()
    await expect(row(page, 'The Quay').getByText('published', { exact: true })).toBeVisible()
    await expect(row(page, 'Moss').getByText('draft', { exact: true })).toBeVisible()
    await expect.poll(() => wordsOf(site.api, id)).toContain('Public words.')
    await page.reload()
  }
})

test('Undo restores the schedules that publishing ended', async ({ page, site }) => {
  const data = { publish_at: '2199-11-28T09:00:00Z' }
  await site.api.put(`/admin/articles/${ids.Moss}/schedule`, { data })
  await page.reload()
  await box(page, 'Moss').check()
  await press(page, 'Publish now')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('1 article unpublished')).toBeVisible()
  await expect(row(page, 'Moss')).toContainText('Scheduled for Nov 28, 2199')
})

test('columns are hidden and shown, and the browser remembers them', async ({ page }) => {
  await expect(row(page, 'Moss').getByRole('cell', { name: '4', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Words' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Words' })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Readers' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Words' })).toBeHidden()
})

test('a table without room for figures offers no choice of them', async ({ page }) => {
  await page.setViewportSize({ width: 1100, height: 720 })
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(page.getByRole('menuitemcheckbox')).toHaveText(['Excerpt'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Words' })).toBeHidden()
})

test('a phone offers no choice of columns, as its cards have none of them', async ({ page }) => {
  const columns = page.getByRole('button', { name: 'Columns' })
  await expect(columns).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(columns).toBeHidden()
})

test('a row is published by its own button', async ({ page }) => {
  await row(page, 'Moss').hover()
  await page.getByRole('button', { name: 'Publish now Moss' }).click()
  await expect(page.getByText('Article published successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unpublish Moss' })).toBeAttached()
})
