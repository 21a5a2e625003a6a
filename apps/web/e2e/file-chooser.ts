import type { FileChooser, Page } from '@playwright/test'

/**
 * The window for files that an act opens. Playwright tells the browser to hand it over when somebody waits for it, but
 * does not wait until the browser has heard; without the way there and back, a busy one opens the window unseen.
 */
export async function openFileChooser(page: Page, act: () => Promise<void>): Promise<FileChooser> {
  const chooser = page.waitForEvent('filechooser')
  await page.evaluate(() => document.title)
  await act()
  return chooser
}
