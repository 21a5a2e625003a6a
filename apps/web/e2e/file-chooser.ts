import type { FileChooser, Page } from '@playwright/test'

/**
 * The file chooser that an action opens. Playwright does not wait until the browser has enabled its interception, so a
 * busy browser would open the real chooser; the evaluate call is a round trip that waits for it.
 */
export async function openFileChooser(page: Page, act: () => Promise<void>): Promise<FileChooser> {
  const chooser = page.waitForEvent('filechooser')
  await page.evaluate(() => document.title)
  await act()
  return chooser
}
