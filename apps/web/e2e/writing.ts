import { expect, type Locator, type Page } from '@playwright/test'
import type { ImageFile } from './drawing.ts'
import { openFileChooser } from './file-chooser.ts'

export const newLine = (page: Page) => page.keyboard.press('Enter')

/** Opens the menu of block types by keyboard and chooses one. The focus returns to the text. */
export async function chooseBlock(page: Page, name: string): Promise<void> {
  await reachControl(page, /^Block type/)
  await page.keyboard.press('Enter')
  const items = page.getByRole('menu', { name: 'Block type' }).getByRole('menuitemradio')
  await expect(items.filter({ hasText: 'Text' })).toBeFocused()
  await pressUntilFocused(page, 'ArrowDown', items.getByText(name, { exact: true }), await items.count())
  await page.keyboard.press('Enter')
  await expect(page.locator('[contenteditable]').first()).toBeFocused()
}

export async function addLink(page: Page, url: string): Promise<void> {
  await reachControl(page, 'Link')
  await page.keyboard.press('Enter')
  await page.keyboard.type(url)
  await page.keyboard.press('Enter')
}

export async function pickImage(page: Page, file: ImageFile): Promise<void> {
  const images = page.locator('[contenteditable] img[src^="/api/uploads/"]')
  const before = await images.count()
  await reachControl(page, 'Image')
  const chooser = await openFileChooser(page, () => page.keyboard.press('Enter'))
  await chooser.setFiles(file)
  await expect(images).toHaveCount(before + 1)
}

/** Moves from the text over the title to the toolbar with Shift+Tab, and along it with arrow keys. */
async function reachControl(page: Page, name: string | RegExp) {
  const toolbar = page.getByRole('toolbar')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(toolbar.locator(':focus')).toBeVisible()
  await page.keyboard.press('Home')
  const buttons = toolbar.getByRole('button')
  const control = toolbar.getByRole('button', { name, exact: true })
  await pressUntilFocused(page, 'ArrowRight', control, await buttons.count())
}

async function pressUntilFocused(page: Page, key: string, target: Locator, count: number) {
  for (let step = 0; step < count; step++) {
    if (await target.evaluate((element) => element.contains(document.activeElement))) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not reach ${target}`)
}
