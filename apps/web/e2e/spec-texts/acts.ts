import type { Page } from '@playwright/test'
import type { ImageFile } from '../drawing.ts'

/** Presses buttons one after the other. */
export const press =
  (...names: (string | RegExp)[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) await page.getByRole('button', { name, exact: true }).first().click()
  }

export async function startFocusMode(page: Page): Promise<void> {
  await press('More actions')(page)
  await page.getByRole('menuitem', { name: 'Focus Mode' }).click()
}

export const follow = (name: string) => (page: Page) =>
  page.getByRole('link', { name, exact: true }).first().click()

/** Fills fields by their labels, then presses a button. */
export const submit =
  (button: string, values: Record<string, string>) =>
  async (page: Page): Promise<void> => {
    for (const [label, value] of Object.entries(values)) {
      await page.getByLabel(label, { exact: true }).fill(value)
    }
    await press(button)(page)
  }

/** Chooses a featured image. */
export const choosePoster = (file: ImageFile | string) => (page: Page) =>
  page.getByLabel('Featured Image').and(page.locator('input')).setInputFiles(file)
