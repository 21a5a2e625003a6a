import type { Browser } from '@playwright/test'
import sharp, { type Sharp } from 'sharp'
import type { FilledSite } from './content.ts'
import type { Scheme, Screen } from './screens.ts'

/** Longer than the shortest display of a skeleton. */
const SETTLE_MS = 400
const heightOf = (width: number) => (width < 768 ? 844 : 800)

interface Shot extends Screen {
  width: number
  scheme: Scheme
  /** Takes only the viewport. Default: the whole page. */
  inView?: boolean
}

/** Takes a picture of a screen after it has loaded completely. */
export async function takeScreen(browser: Browser, site: FilledSite, shot: Shot): Promise<Sharp> {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: shot.width, height: heightOf(shot.width) },
    colorScheme: shot.scheme,
    reducedMotion: 'reduce',
    deviceScaleFactor: shot.inView ? 2 : 1,
  })
  if (!shot.asStranger) await context.addInitScript(dismissNotice)
  if (!shot.asStranger && shot.path.startsWith('/admin')) await context.addInitScript(signIn, site.token)
  const page = await context.newPage()
  await page.goto(shot.path, { waitUntil: 'networkidle' })
  await shot.prepare?.(page)
  // The window grows to the height of the page, as pictures below the fold load lazily; a screen may still show a skeleton.
  const whole = shot.inView ? null : await page.locator('body').boundingBox()
  if (whole)
    await page.setViewportSize({
      width: shot.width,
      height: Math.max(Math.ceil(whole.height), heightOf(shot.width)),
    })
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(SETTLE_MS)
  const png = await page.screenshot({ fullPage: !shot.inView })
  await context.close()
  return sharp(png)
}

function signIn(token: string) {
  localStorage.setItem('token', token)
  localStorage.setItem('username', 'wanjiru@nightdesk.example')
}

const dismissNotice = () => localStorage.setItem('analytics_notice_viewed', 'true')
