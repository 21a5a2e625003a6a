/// <reference lib="dom" />
import type { BrowserContext, Page } from '@playwright/test'
import { load, openArticle, paragraph } from './editor-page.ts'
import { median, ratioAtMost } from './results.ts'

/** Ratio to the same save over REST. */
const GATE = 2
const ROUNDS = 7

type Paragraph = ReturnType<typeof paragraph>

interface SavingOptions {
  context: BrowserContext
  /** Address of the article in the editor. */
  url: string
  /** Saves another article of the same length over REST. */
  save(content: Paragraph[]): Promise<void>
  paragraphs: number
}

/** Compares a save of a long article in the browser, from the press of the button to "Kept", with one over REST. */
export async function compareSaving({ context, url, save, paragraphs }: SavingOptions): Promise<void> {
  const page = await openArticle(context, url)
  await page.locator('.editor-footer').filter({ hasText: 'words' }).waitFor()
  const times = { browser: [] as number[], rest: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    await page
      .locator('[contenteditable] > p')
      .nth(paragraphs >> 1)
      .click()
    await page.keyboard.type('e')
    times.browser.push(await timeSave(page))
    const content = Array.from({ length: paragraphs }, (_, index) => paragraph(index + round))
    const begun = performance.now()
    await save(content)
    times.rest.push(performance.now() - begun)
  }
  await page.close()
  const [browser, rest] = [median(times.browser), median(times.rest)]
  ratioAtMost('500 kB saved in the browser ÷ by REST', browser, rest, `ms, ${load()}`, GATE)
}

/** Saves. @returns milliseconds from the press of the button to "Kept", by the clock of the page */
export const timeSave = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const bar = document.querySelector('.save-bar') as HTMLElement
    const begun = performance.now()
    bar.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
    await new Promise<void>((resolve) => {
      let isSent = false
      const look = () => {
        const status = bar.querySelector('[role=status]')?.textContent
        isSent ||= status === 'Saving…'
        if (isSent && status === 'Kept') resolve()
      }
      new MutationObserver(look).observe(bar, { childList: true, subtree: true, characterData: true })
      look()
    })
    return performance.now() - begun
  })
