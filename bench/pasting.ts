/// <reference lib="dom" />
import type { BrowserContext } from '@playwright/test'
import { openArticle } from './desk.ts'
import { report } from './results.ts'

/** Times the browser’s own parsing of as much. */
const GATE = 20
/** Of which the best counts: what else the machine does only ever adds. */
const TRIES = 2
const PARAGRAPH =
  '<p style="margin:0cm"><span style="font-size:12.0pt;font-family:Georgia,serif">Night</span></p>'

/** How long five megabytes take that a paste refuses, for having too many parts. */
export async function comparePasting(desk: BrowserContext, url: string): Promise<void> {
  const page = await openArticle(desk, url)
  const text = page.locator('[contenteditable]').first()
  await text.click()
  await page.locator('.editor-footer').waitFor()
  // The policy of the admin lets no string be parsed.
  const blank = await desk.newPage()
  const html = PARAGRAPH.repeat(55_000)
  const ratios: number[] = []
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const parsing = await blank.evaluate((text) => {
      const start = performance.now()
      new DOMParser().parseFromString(text, 'text/html')
      return performance.now() - start
    }, html)
    const refusing = await text.evaluate((field, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', pasted)
      const start = performance.now()
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      return performance.now() - start
    }, html)
    ratios.push(refusing / parsing)
  }
  await page.getByText('Nothing was pasted.').waitFor()
  await Promise.all([page.close(), blank.close()])
  const best = Math.min(...ratios)
  report('refusing 5 MB of pasted HTML ÷ parsing it', best.toFixed(1), `< ${GATE}`, best < GATE)
}
