import type { BrowserContext, Page } from '@playwright/test'

/** Opens an article in the editor, with the caret at the end of the text. */
export async function openEditor(context: BrowserContext, token: string, id: number): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript((value) => {
    localStorage.setItem('token', value)
    localStorage.setItem('analytics_notice_viewed', 'true')
  }, token)
  await page.goto(`/admin/draft/edit/${id}`)
  await textOf(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  return page
}

export const textOf = (page: Page) => page.locator('[contenteditable]').first()

/** Crashes the page, so that none of its handlers run. */
export async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  session.send('Page.crash').catch(() => undefined) // the crashed page cannot answer
  await crashed
  await page.close()
}
