import type { Page } from '@playwright/test'

/** What loading a page costs its reader. */
export interface Vitals {
  /** Sum of all layout shifts, down to the end of the page. */
  cls: number
  /** The largest thing that was painted: the address of a picture, or the beginning of a text. */
  lcp: string
  /** Whether it stands in the HTML that the server sent, so that no script is needed to find it. */
  lcpIsInHtml: boolean
  /** Milliseconds until it was painted. */
  lcpAt: number
  /** Addresses of what held up the first paint, with their bytes before compression. */
  blocking: { path: string; bytes: number }[]
  /** On the wire, headers included, without pictures and fonts. */
  bytes: number
  /** Our scripts that kept the page from answering for longer than 50 ms, and for how long. */
  longScripts: string[]
}

/** A phone of the middle range on a slow 4G network. */
const SLOW = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000, processor: 4 }
const LONG_MS = 50
/** Sum of all layout shifts of a page, at most. */
export const MAX_CLS = 0.02

/** Opens a page anew and reads it to its end. `isSlow`: over a slow network on a slow processor. */
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
  // The observer hears of it after it was painted, on a busy machine long after.
  await page.waitForFunction(() => globalThis.observedVitals.lcp !== '')
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  // Before it is read on: what comes into view then is not what a reader waited for.
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

/** Lets pictures come that wait until they are near. */
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

/** HTML as the text that is in it, with the addresses of its pictures. */
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

/** Entries of kinds that TypeScript does not know yet. */
interface Entry extends PerformanceEntry {
  value: number
  element: Element | null
  scripts: { sourceURL: string; duration: number }[]
}

/** Runs in the page, before it. */
function observe() {
  const seen: Observed = { cls: 0, lcp: '', lcpAt: 0, scripts: [] }
  globalThis.observedVitals = seen
  const on = (type: string, take: (entry: Entry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) take(entry) // those of `type` are
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

/** Runs in the page, after all. */
function collect() {
  const resources = performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
    renderBlockingStatus?: string
  })[]
  const blocking = resources
    .filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking')
    .map(({ name, decodedBodySize }) => ({ path: new URL(name).pathname, bytes: decodedBodySize }))
  return { ...globalThis.observedVitals, blocking }
}

/** What is wrong with a page that is to be read at once; empty when nothing is. */
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
