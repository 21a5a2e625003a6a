import { expectNoBarrier } from '../barriers.ts'
import { paragraph } from '../content.ts'
import { expect, extend, menuItem, moveCaret, nextFrame, test } from './test.ts'

test.use({ isShared: true })

const list = (...items: string[]) => ({
  type: 'bulleted-list',
  children: items.map((text) => ({ type: 'list-item', children: [{ text }] })),
})

test('blocks and list items move by key and by button, with announcements for screen readers', {
  tag: '@journey',
}, async ({ write }) => {
  const { page, text, saved } = await write([paragraph('Dusk'), paragraph('Rain'), list('lamp', 'oar')])
  const isSaid = (message: string) =>
    expect.poll(() => page.locator('[aria-live=polite]').allTextContents()).toContain(message)
  await expect(page.locator('.editor-footer')).toContainText('4 words')
  await moveCaret(page, 'Alt+ArrowUp')
  await isSaid('Moved up, 1 of 2')
  await moveCaret(page, 'Alt+ArrowUp')
  await isSaid('Moved up, 2 of 3')
  await (await menuItem(page, 'Arrangement', 'Move down')).click()
  await isSaid('Moved down, 2 of 2')
  await page.keyboard.press('Tab')
  await isSaid('List level 2')
  await page.keyboard.press('Shift+Tab')
  await isSaid('List level 1')
  await page.keyboard.press('ControlOrMeta+]')
  await isSaid('List level 2')
  await (await menuItem(page, 'Arrangement', 'Outdent')).click()
  await isSaid('List level 1')
  await expect(await menuItem(page, 'Arrangement', 'Outdent')).toHaveAttribute('aria-disabled', 'true')
  await text.getByText('oar').click()
  await nextFrame(page)
  await page.keyboard.press('Escape')
  await expect(text).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(text).not.toBeFocused()
  await text.getByText('Rain').click()
  await (await menuItem(page, 'Block type', 'Heading 2')).click()
  await isSaid('Heading 2')
  await page.keyboard.press('ControlOrMeta+z')
  await isSaid('Undone')
  expect(await saved()).toEqual([paragraph('Dusk'), list('lamp', 'oar'), paragraph('Rain')])
})

test('a block is dragged to another place by its handle beside the text', async ({ write }) => {
  const { page, text } = await write([paragraph('Dusk'), paragraph('Rain'), paragraph('Lamp')])
  const handle = page.locator('.editor-handle')
  for (const width of [768, 1280, 1600]) {
    await page.setViewportSize({ width, height: 720 })
    // It follows the pointer.
    await expect(async () => {
      await text.getByText('Rain').hover()
      await text.getByText('Dusk').hover()
      await expect(handle).toBeVisible({ timeout: 1_000 })
    }).toPass()
    const [beside, block] = await Promise.all(
      [handle, text.getByText('Dusk')].map((part) => part.boundingBox()),
    )
    expect(beside!.x + beside!.width).toBeLessThan(block!.x)
  }
  await handle.dragTo(text.getByText('Lamp'), { targetPosition: { x: 20, y: 20 } })
  await expect(text.locator('p')).toHaveText(['Rain', 'Lamp', 'Dusk'])
})

test('selected text has its own toolbar for a pointer, and open menus have no barrier', {
  tag: '@slow',
}, async ({ write }) => {
  const { page, text } = await write([paragraph('The ferry leaves at dusk')])
  const bar = page.locator('.editor-floating')
  await expect(page.locator('.editor-footer')).toContainText('5 words')
  await extend(page, 'ArrowLeft', 'dusk'.length)
  await expect(bar).toBeVisible()
  await bar.getByTitle('Bold').click()
  await expect(text.locator('strong')).toHaveText('dusk')
  await expect(bar.getByTitle('Bold')).toHaveAttribute('data-pressed', 'true')
  await expectNoBarrier(page)
  await bar.getByTitle('Link').click()
  await expect(page.getByRole('combobox', { name: 'Link URL' })).toBeFocused()
  await expect(bar).toBeHidden()
  await expectNoBarrier(page)
  await page.keyboard.press('Escape')
  await moveCaret(page, 'End')
  await expect(bar).toBeHidden()
  await page.keyboard.press('Enter')
  await page.keyboard.type('/')
  await expect(page.getByRole('option', { name: 'Quote' })).toBeVisible()
  await expectNoBarrier(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoBarrier(page)
})
