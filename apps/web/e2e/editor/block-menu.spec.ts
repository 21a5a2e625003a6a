import type { Page } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { paragraph } from '../content.ts'
import { expect, moveCaret, test } from './test.ts'

test.use({ isShared: true })

const block = (type: string, text: string) => ({ type, children: [{ text }] })
const item = (text: string) => block('list-item', text)
const menu = (page: Page) => page.getByRole('menu', { name: /^Block, / })
const choose = (page: Page, name: string) =>
  menu(page)
    .getByRole(/^Move|^Remove/.test(name) ? 'menuitem' : 'menuitemradio', { name, exact: true })
    .click()

test('a press on the handle opens a menu that acts on its block only, as one step of undo', {
  tag: '@slow',
}, async ({ write }) => {
  const { page, text, saved } = await write([paragraph('Dusk'), paragraph('Rain'), paragraph('Lamp')])
  await pressHandle(page, 'Dusk')
  await expect(menu(page).getByRole('menuitemradio', { name: 'Text' })).toBeFocused()
  await expectNoBarrier(page)
  await page.locator('.editor-handle').click()
  await expect(menu(page)).toBeHidden()
  await pressHandle(page, 'Dusk')
  await choose(page, 'Heading 2')
  await expect(text.locator('h2')).toHaveText('Dusk')
  await expect(text).toBeFocused()
  await page.keyboard.type(' falls')
  await pressHandle(page, 'Dusk falls')
  await choose(page, 'Move down')
  await pressHandle(page, 'Dusk falls')
  await choose(page, 'Align center')
  await pressHandle(page, 'Rain')
  await choose(page, 'Remove block')
  await expect(text.locator(':scope > *')).toHaveText(['Dusk falls', 'Lamp'])
  for (const left of [3, 3, 3]) {
    await page.keyboard.press('ControlOrMeta+z')
    await expect(text.locator(':scope > *')).toHaveCount(left)
  }
  expect(await saved()).toEqual([block('heading-two', 'Dusk falls'), paragraph('Rain'), paragraph('Lamp')])
})

test('the key of the menu acts on the block with the caret, which returns to its place', async ({
  write,
}) => {
  const list = { type: 'bulleted-list', children: [item('lamp'), item('oar')] }
  const { page, text, saved } = await write([paragraph('Dusk'), list])
  await moveCaret(page, 'ArrowLeft')
  await page.keyboard.press('Alt+Enter')
  await expect(page.getByRole('menu', { name: 'Block, Bulleted list' })).toBeVisible()
  await page.keyboard.press('Home')
  await expect(menu(page).getByRole('menuitemradio', { name: 'Text' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(menu(page).getByRole('menuitem', { name: 'Remove block' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await expect(text).toBeFocused()
  await page.keyboard.press('Alt+Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(text.locator(':scope > *').first()).toHaveText('lampoar')
  await page.keyboard.press('Alt+Enter')
  await choose(page, 'Numbered list')
  await page.keyboard.type('k')
  const numbered = { type: 'numbered-list', children: [item('lamp'), item('oakr')] }
  expect(await saved()).toEqual([numbered, paragraph('Dusk')])
})

test('the menu offers what each kind of block can do, and removes any of them', async ({ write }) => {
  const reference = { type: 'footnote-reference', note: 'a', children: [{ text: '' }] }
  const { page, text, saved } = await write([
    paragraph('***'),
    { type: 'paragraph', children: [{ text: 'One' }, reference, { text: '' }] },
    { type: 'footnote', note: 'a', children: [{ text: 'First' }] },
  ])
  await text.locator('.editor-footnote').click()
  // The editor learns of a press with the mouse a moment later.
  await expect(async () => {
    await page.keyboard.press('Alt+Enter')
    await expect(menu(page)).toHaveText('Remove block', { timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(text.locator('.editor-footnote')).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text.locator('.editor-footnote')).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(text.locator('.editor-footnote')).toHaveCount(0)
  await text.locator('hr').click()
  await expect(text.locator('hr[data-selected]')).toHaveCount(1)
  await page.keyboard.press('Alt+Enter')
  await expect(menu(page)).toHaveText('Move upMove downRemove block')
  await choose(page, 'Move down')
  await expect(text.locator('p + hr')).toHaveCount(1)
  await page.keyboard.press('Alt+Enter')
  await choose(page, 'Remove block')
  await page.keyboard.type('!')
  expect(await saved()).toEqual([paragraph('One!')])
})

async function pressHandle(page: Page, text: string) {
  const line = page.locator('[contenteditable]').first().getByText(text, { exact: true })
  await expect(async () => {
    await page.locator('.editor-controls').hover()
    await line.hover()
    await page.locator('.editor-handle').click({ timeout: 1_000 })
  }).toPass()
}
