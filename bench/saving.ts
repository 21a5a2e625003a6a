/// <reference lib="dom" />
import type { BrowserContext, Page } from '@playwright/test'
import { load, openArticle, paragraph } from './desk.ts'
import { median } from './median.ts'
import { report } from './results.ts'

/** Times the same save by REST. */
const GATE = 2
const ROUNDS = 7

type Paragraph = ReturnType<typeof paragraph>

interface SavingOptions {
  desk: BrowserContext
  /** Of the editor with the article. */
  url: string
  /** Saves an article of its own, as long, over REST. */
  save(content: Paragraph[]): Promise<void>
  paragraphs: number
}

/** How long a save of a long article takes in the browser, from the press of the button to "Saved", and by REST. */
export async function compareSaving({ desk, url, save, paragraphs }: SavingOptions): Promise<void> {
  const page = await openArticle(desk, url)
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
  const spent = `(${Math.round(browser)} ÷ ${Math.round(rest)} ms, ${load()})`
  const ratio = browser / rest
  report(
    `500 kB saved in the browser ÷ by REST ${spent}`,
    ratio.toFixed(2),
    `≤ ${GATE.toFixed(2)}`,
    ratio <= GATE,
  )
}

/** Saves what was typed. @returns milliseconds from the press until the page says so, as the page counts them */
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
        if (isSent && status === 'Saved') resolve()
      }
      new MutationObserver(look).observe(bar, { childList: true, subtree: true, characterData: true })
      look()
    })
    return performance.now() - begun
  })
