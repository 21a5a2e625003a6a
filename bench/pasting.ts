/// <reference lib="dom" />
import type { BrowserContext } from '@playwright/test'
import { openArticle } from './editor-page.ts'
import { report } from './results.ts'

/** Ratio to the browser’s own parsing of the same HTML. */
const GATE = 20
/** The fastest counts, as other work of the machine only adds time. */
const TRIES = 5
const PARAGRAPH =
  '<p style="margin:0cm"><span style="font-size:12.0pt;font-family:Georgia,serif">Night</span></p>'

/** Measures how long a paste takes to refuse five megabytes with too many elements. */
export async function comparePasting(context: BrowserContext, url: string): Promise<void> {
  const page = await openArticle(context, url)
  const text = page.locator('[contenteditable]').first()
  await text.click()
  await page.locator('.editor-footer').waitFor()
  // The Content-Security-Policy of the admin forbids parsing strings.
  const blank = await context.newPage()
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
