import { type BrowserContext, chromium, type Page } from '@playwright/test'
import type { Block } from '../../packages/contracts/src/index.ts'
import { findChromium } from '../chromium.ts'

/** Chromium’s sandbox does not run as root. */
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []

export const launchChromium = async () => chromium.launch({ executablePath: await findChromium(), args })

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

export const paragraph = (text: string): Block => ({ type: 'paragraph', children: [{ text }] })
