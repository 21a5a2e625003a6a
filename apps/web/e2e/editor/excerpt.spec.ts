import type { Page } from '@playwright/test'
import { paragraph } from '../content.ts'
import { chooseMore, expectChanges, press, publish, read, readCopy, save, status, updated } from './saving.ts'
import { expect, test } from './test.ts'

test.use({ isShared: true })

const field = (page: Page) => page.getByRole('textbox', { name: 'Excerpt' })

test('a written excerpt survives a reload, is shown to readers once saved, and is removed when emptied', {
  tag: '@journey',
}, async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await expect(field(page)).toHaveAttribute('placeholder', 'The ferry leaves.')
  await field(page).fill('Nobody waves at it.')
  await expect(page.getByText('19 of 1,000')).toBeVisible()
  await expect(status(page)).toHaveText('Kept')
  await page.reload()
  await expect(field(page)).toHaveValue('Nobody waves at it.')
  await chooseMore(page, 'Compare')
  await expect(page.getByRole('dialog')).toContainText('Nobody waves at it.')
  await press(page, 'Close')
  await save(page)
  await expect(updated(page)).toBeVisible()
  await publish(page)
  await expect(page.getByText('Article published successfully')).toBeVisible()

  const shown = async (address: string) => (await site.api.get(address)).text()
  for (const address of ['/', '/rss.xml']) expect(await shown(address)).toContain('Nobody waves at it.')
  expect(await shown(`/post/${id}`)).toContain('name="description" content="Nobody waves at it."')

  await field(page).fill('')
  await save(page)
  await expect(status(page)).toHaveText('Kept')
  await expect.poll(async () => (await read(site, id)).excerpt).toBe('The ferry leaves.')
  expect(await shown(`/post/${id}`)).toContain('name="description" content="The ferry leaves."')
})

test('the generated excerpt follows the typed text', async ({ write }) => {
  const { page } = await write([paragraph('The ferry leaves.')])
  await page.keyboard.type(' Nobody waves.')
  await expect(field(page)).toHaveAttribute('placeholder', 'The ferry leaves. Nobody waves.')
})

test('Discard removes a written excerpt, and Undo restores it', async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await field(page).fill('Nobody waves at it.')
  await expect(status(page)).toHaveText('Kept')
  await chooseMore(page, 'Discard')
  await expect(field(page)).toHaveValue('')
  await page.getByText('Undo', { exact: true }).click()
  await expect(field(page)).toHaveValue('Nobody waves at it.')
  await expectChanges(page)
  await expect(status(page)).toHaveText('Kept')
  expect((await (await readCopy(site, id)).json()).excerpt).toBe('Nobody waves at it.')
})

test('a new story keeps its excerpt from the first words to the save', async ({ page, site }) => {
  await page.goto('/admin/new-draft')
  await field(page).fill('Nobody waves at it.')
  await expect(status(page)).toHaveText('Kept')
  await page.reload()
  await expect(field(page)).toHaveValue('Nobody waves at it.')
  await page.getByLabel('Title', { exact: true }).fill('The Lamp Room')
  await save(page)
  await expect(page).toHaveURL(/\/admin\/draft\/\d+$/)
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  expect((await read(site, id)).excerpt).toBe('Nobody waves at it.')
})

test('two edits of an excerpt are a conflict; one that is too long shows an error and is kept', {
  tag: '@slow',
}, async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await field(page).fill('Mine.')
  await site.api.put(`/admin/articles/${id}`, { data: { excerpt: 'Theirs.', working_copy_revision: 0 } })
  await save(page)
  await page.getByRole('group', { name: 'Keep of Excerpt' }).getByRole('button', { name: 'Theirs' }).click()
  await press(page, 'Keep what is chosen')
  await expect(updated(page)).toBeVisible()
  await expect(field(page)).toHaveValue('Theirs.')

  await field(page).fill('x'.repeat(1_001))
  await expect(page.getByText('Excerpt must be at most 1000 characters long')).toBeVisible()
  await expect(page.getByText('The excerpt is over the limit by 1 character')).toBeVisible()
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
})
