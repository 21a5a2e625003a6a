import { expect, type Page } from '@playwright/test'
import type { ImageFile } from './drawing.ts'
import { openFileChooser } from './file-chooser.ts'

export const newLine = (page: Page) => page.keyboard.press('Enter')

/** Moves to the toolbar with Shift+Tab and along it with arrow keys. Pressing a control returns to the text. */
export async function chooseControl(page: Page, name: string): Promise<void> {
  await reachControl(page, name)
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

async function reachControl(page: Page, name: string) {
  const toolbar = page.getByRole('toolbar')
  const control = toolbar.getByRole('button', { name, exact: true })
  await page.keyboard.press('Shift+Tab')
  await expect(toolbar.locator(':focus')).toBeVisible()
  await page.keyboard.press('Home')
  const count = await toolbar.getByRole('button').count()
  for (let step = 0; step < count; step++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('ArrowRight')
  }
  throw new Error(`The toolbar has no ${name}`)
}
