import type { Browser } from '@playwright/test'
import { launchChromium } from '../scripts/chromium.ts'
import { flawsOf, measureVitals, type Vitals } from '../scripts/vitals.ts'
import { report } from './results.ts'

const WIDTHS = [390, 1280]
const HOME_BYTES = 30 * 1024
/** Milliseconds; a good LCP is 2,500 (https://web.dev/articles/lcp). */
const MAX_LCP = 1_800

/** Measures web vitals on slow 4G with a processor slowed four times, on a phone and on a desktop. */
export async function compareVitals(url: string, paths: Record<string, string>): Promise<void> {
  await using browser = await launchChromium()
  for (const width of WIDTHS) {
    for (const [name, path] of Object.entries(paths)) {
      const vitals = await visit(browser, url + path, width)
      const flaws = flawsOf(vitals)
      if (path === '/' && vitals.bytes > HOME_BYTES) flaws.push('it is too heavy')
      if (vitals.lcpAt > MAX_LCP) flaws.push('it is too slow')
      const { cls, lcpAt, bytes } = vitals
      report(
        `${name} at ${width} px: LCP ${Math.round(lcpAt)} ms, CLS ${cls.toFixed(3)}, ${bytes} B`,
        flaws.length === 0 ? 'fine' : flaws.join('; '),
        'no flaw',
        flaws.length === 0,
      )
    }
  }
}

const VISITS = 3

/** Repeats a visit with a slow script: a script is slow only if it is slow every time, not once on a busy machine. */
async function visit(browser: Browser, url: string, width: number, visits = VISITS): Promise<Vitals> {
  await using page = await browser.newPage({ viewport: { width, height: 800 } })
  const vitals = await measureVitals(page, url, { isSlow: true })
  return vitals.longScripts.length > 0 && visits > 1 ? visit(browser, url, width, visits - 1) : vitals
}
