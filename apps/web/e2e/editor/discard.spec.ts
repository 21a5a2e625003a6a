import type { Page } from '@playwright/test'
import { paragraph } from '../content.ts'
import { body, chooseMore, expectChanges, read, readCopy, status, updated } from './saving.ts'
import { expect, test } from './test.ts'

test.use({ isShared: true })

// Undo of Discard restores the discarded text, and removes nothing typed since.

const undo = (page: Page) => page.getByText('Undo', { exact: true }).click()
const lines = (page: Page) => body(page).locator('p')

async function discard(page: Page) {
  await chooseMore(page, 'Discard')
  // The toast stays open while the pointer is on it.
  await page.getByText('Changes discarded').hover()
  await body(page).focus()
}

test('undo of Discard keeps text typed elsewhere since', { tag: '@journey' }, async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.'), paragraph('Rain.')])
  await page.keyboard.type(' Nobody waves.')
  await discard(page)
  await expect(lines(page)).toHaveText(['The ferry leaves.', 'Rain.'])
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('At dusk. ')
  await undo(page)
  const text = ['At dusk. The ferry leaves.', 'Rain. Nobody waves.']
  await expect(lines(page)).toHaveText(text)
  await expect(status(page)).toHaveText('Kept')
  const copy = await (await readCopy(site, id)).json()
  expect(copy.content).toEqual(text.map(paragraph))
})

test('undo of Discard keeps text typed in the same place, beside the restored text', async ({ write }) => {
  const { page } = await write([paragraph('The ferry leaves.')])
  await page.keyboard.type(' Nobody waves.')
  await discard(page)
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' Somebody waves.')
  await undo(page)
  await expect(lines(page)).toHaveText([
    'The ferry leaves. Somebody waves.',
    'The ferry leaves. Nobody waves.',
  ])
})

test('undo of Discard keeps text typed and saved since, in the next version too', async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.'), paragraph('Rain.')])
  await page.keyboard.type(' Nobody waves.')
  await discard(page)
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('At dusk. ')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(updated(page)).toBeVisible()
  await undo(page)
  await expect(lines(page)).toHaveText(['At dusk. The ferry leaves.', 'Rain. Nobody waves.'])
  await body(page).press('ControlOrMeta+s')
  await expect(status(page)).toHaveText('Kept')
  await expectChanges(page, false)
  const { content } = await read(site, id)
  expect(content).toEqual([paragraph('At dusk. The ferry leaves.'), paragraph('Rain. Nobody waves.')])
})

test('undo of Discard on another page keeps text typed since', { tag: '@slow' }, async ({ write }) => {
  const { page, id } = await write([paragraph('The ferry leaves.'), paragraph('Rain.')])
  await page.keyboard.type(' Nobody waves.')
  await discard(page)
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('At dusk. ')
  await expect(status(page)).toHaveText('Kept')
  await page.getByRole('link', { name: 'Articles', exact: true }).first().press('Enter')
  await expect(page).toHaveURL(/admin\/articles/)
  await undo(page)
  await expect(page.getByText('Your changes are back')).toBeVisible()
  await page.goto(`/admin/draft/edit/${id}`)
  await expect(lines(page)).toHaveText(['At dusk. The ferry leaves.', 'Rain. Nobody waves.'])
})
