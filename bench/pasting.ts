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
  const ratios: number[] = []
  for (let attempt = 0; attempt < TRIES; attempt++) {
    ratios.push(
      await text.evaluate((field, html) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/html', html)
        const start = performance.now()
        // Under the policy of the page, which allows no style.
        new DOMParser().parseFromString(html.replaceAll(' style=', ' title='), 'text/html')
        const parsed = performance.now()
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
        return (performance.now() - parsed) / (parsed - start)
      }, PARAGRAPH.repeat(55_000)),
    )
  }
  await page.getByText('Nothing was pasted.').waitFor()
  await page.close()
  const best = Math.min(...ratios)
  report('refusing 5 MB of pasted HTML ÷ parsing it', best.toFixed(1), `< ${GATE}`, best < GATE)
}
