import type { Page } from '@playwright/test'

/** Measurements of one page load. */
export interface Vitals {
  /** Sum of all layout shifts while the page is scrolled to its end. */
  cls: number
  /** The largest contentful paint: the address of a picture, or the beginning of a text. */
  lcp: string
  /** Whether the HTML from the server contains it, so that no script has to run before. */
  lcpIsInHtml: boolean
  /** Milliseconds until the largest contentful paint. */
  lcpAt: number
  /** Addresses of render-blocking resources, with their bytes before compression. */
  blocking: { path: string; bytes: number }[]
  /** Transferred bytes with headers, without pictures and fonts. */
  bytes: number
  /** Our scripts that blocked the page for longer than 50 ms, with the duration. */
  longScripts: string[]
}

/** A mid-range phone on a slow 4G network. */
const SLOW = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000, processor: 4 }
const LONG_MS = 50
/** The highest allowed sum of all layout shifts of a page. */
export const MAX_CLS = 0.02

/** Loads a page without a cache and scrolls to its end. `isSlow`: with a slow network and a slow processor. */
export async function measureVitals(page: Page, url: string, { isSlow = false } = {}): Promise<Vitals> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  if (isSlow) {
    const { processor, ...network } = SLOW
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: processor })
  }
  const types = new Map<string, string>()
  let bytes = 0
  devtools.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!['Image', 'Font'].includes(types.get(requestId) ?? '')) bytes += encodedDataLength
  })
  await page.addInitScript(observe)
  const response = await page.goto(url, { waitUntil: 'networkidle' })
  const html = (await response?.text()) ?? ''
  // The observer is notified after the paint; on a busy machine, long after.
  await page.waitForFunction(() => globalThis.observedVitals.lcp !== '')
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  // Before scrolling, as a reader does not wait for content further down.
  const { lcp, lcpAt } = await page.evaluate(collect)
  await readToTheEnd(page)
  const seen = await page.evaluate(collect)
  await devtools.detach()
  return {
    ...seen,
    lcp,
    lcpAt,
    lcpIsInHtml: lcp !== '' && asText(html).includes(lcp),
    bytes,
    longScripts: seen.scripts.filter(({ ms }) => ms > LONG_MS).map(({ path, ms }) => `${path}: ${ms} ms`),
  }
}

/** Scrolls, so that lazy pictures load. */
async function readToTheEnd(page: Page) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let y = 0; y < height; y += 600) {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), y)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  }
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

/** The text of HTML, with the addresses of its pictures. */
const asText = (html: string) =>
  html
    .replace(/<img[^>]* src="([^"]*)"[^>]*>/g, '$1 ')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

interface Observed {
  cls: number
  lcp: string
  lcpAt: number
  scripts: { path: string; ms: number }[]
}

declare global {
  var observedVitals: Observed
}

/** Entries of types that TypeScript does not know yet. */
interface Entry extends PerformanceEntry {
  value: number
  element: Element | null
  scripts: { sourceURL: string; duration: number }[]
}

/** Runs in the page, before its own scripts. */
function observe() {
  const seen: Observed = { cls: 0, lcp: '', lcpAt: 0, scripts: [] }
  globalThis.observedVitals = seen
  const on = (type: string, take: (entry: Entry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) take(entry) // as observed by `type`
    }).observe({ type, buffered: true })
  on('layout-shift', ({ value }) => {
    seen.cls += value
  })
  on('largest-contentful-paint', ({ element, startTime }) => {
    const text = element instanceof HTMLImageElement ? element.getAttribute('src') : element?.textContent
    seen.lcp = (text ?? '').slice(0, 80)
    seen.lcpAt = startTime
  })
  on('long-animation-frame', ({ scripts }) => {
    for (const { sourceURL, duration } of scripts)
      seen.scripts.push({ path: URL.parse(sourceURL)?.pathname ?? '', ms: Math.round(duration) })
  })
}

/** Runs in the page, at the end. */
function collect() {
  const resources = performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
    renderBlockingStatus?: string
  })[]
  const blocking = resources
    .filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking')
    .map(({ name, decodedBodySize }) => ({ path: new URL(name).pathname, bytes: decodedBodySize }))
  return { ...globalThis.observedVitals, blocking }
}

/** Sentences about what makes a page slow; empty for a fast page. */
export function flawsOf({ cls, lcp, lcpIsInHtml, blocking, longScripts }: Vitals): string[] {
  const isAllowed = ({ path, bytes }: Vitals['blocking'][number]) =>
    path.endsWith('.css') || (/\/theme-[^/]*\.js$/.test(path) && bytes <= 1024)
  return [
    ...(cls <= MAX_CLS ? [] : [`it moves: CLS ${cls.toFixed(3)}`]),
    ...(lcpIsInHtml ? [] : [`its largest part is not in the first HTML: ${lcp}`]),
    ...blocking.filter((one) => !isAllowed(one)).map(({ path }) => `the first paint waits for ${path}`),
    ...longScripts.map((script) => `a script took long: ${script}`),
  ]
}
