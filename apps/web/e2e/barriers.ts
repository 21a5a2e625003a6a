import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Expects no barrier as the page is, by all rules. `part` is a selector that narrows it. */
export const expectNoBarrier = async (page: Page, part = 'html') =>
  expect(await barriers(page, look(page, part))).toEqual([])

/** Expects no barrier and no horizontal scrolling at any width, in both themes. `part` is a selector that narrows it. */
export async function expectNoBarrierAt(page: Page, widths: readonly number[], part = 'html') {
  await expect(page.locator(part).first()).toBeVisible()
  // Most transitions, which every theme and width starts, take no time then.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: 'light' })
    const all = look(page, part).withTags(RULES)
    expect.soft(await barriers(page, all), `${width} px`).toEqual([])
    expect.soft(await sideways(page), `${width} px, sideways`).toBeLessThanOrEqual(0)
    // The dark theme differs in colours only.
    await page.emulateMedia({ colorScheme: 'dark' })
    const colors = look(page, part).withRules(['color-contrast', 'link-in-text-block'])
    expect.soft(await barriers(page, colors), `${width} px, dark`).toEqual([])
  }
  await page.emulateMedia({ reducedMotion: null })
}

/**
 * Expects no horizontal scrolling and no bar over the focused element at 400 % zoom, and readable text in forced
 * colours.
 */
export async function expectUsableByAll(page: Page) {
  await page.setViewportSize({ width: 320, height: 256 })
  await page.emulateMedia({ colorScheme: 'light' })
  expect.soft(await barriers(page, look(page, 'html').withRules(['scrollable-region-focusable']))).toEqual([])
  expect.soft(await sideways(page), '400 %, sideways').toBeLessThanOrEqual(0)
  expect.soft(await page.evaluate(findCovered), '400 %, covered when focused').toEqual([])
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ forcedColors: 'active' })
  expect.soft(await page.evaluate(findUnreadable), 'forced colours').toEqual([])
  await page.emulateMedia({ forcedColors: 'none' })
}

/** Focuses every control. @returns those that are not visible then */
function findCovered(): string[] {
  const controls =
    'a[href], button:not(:disabled), input, select, textarea, summary, [tabindex="0"], [contenteditable="true"]'
  const covered: string[] = []
  for (const control of document.querySelectorAll<HTMLElement>(controls)) {
    if (!control.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })) continue
    // Behind a modal dialog, no key leads to it.
    if (control.closest('[inert], [aria-hidden="true"]')) continue
    control.focus()
    const { left, right, top, bottom, width, height } = control.getBoundingClientRect()
    // Elements for screen readers only have no visible box.
    if (document.activeElement !== control || width <= 1 || height <= 1) continue
    // Of a control that fits, the middle has to be seen: browsers do not scroll sideways to one of which an edge is. The middle
    // of a link over several lines may be beside its words.
    const isWhole = width <= innerWidth && control.getClientRects().length === 1
    const spots = (start: number, end: number, size: number) =>
      [0.1, 0.5, 0.9].map((part) => Math.max(0, start) + part * (Math.min(size, end) - Math.max(0, start)))
    const xs = isWhole ? [(left + right) / 2] : spots(left, right, innerWidth)
    const ys = spots(top, bottom, innerHeight)
    const isSeen = xs.some((x) => ys.some((y) => control.contains(document.elementFromPoint(x, y))))
    if (!isSeen) covered.push(control.outerHTML.slice(0, 200))
  }
  return covered
}

/**
 * Finds text with hardly any contrast to its background, by the painted colours. axe reads a property for which Chromium
 * returns the colour before forced colours replaced it.
 */
function findUnreadable(): string[] {
  const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number)
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => (channel / 255) ** 2.2)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const groundOf = (element: Element): string => {
    const { backgroundColor } = getComputedStyle(element)
    const isPainted = (channels(backgroundColor)[3] ?? 1) > 0
    return isPainted || !element.parentElement ? backgroundColor : groundOf(element.parentElement)
  }
  const written = [...document.body.querySelectorAll('*')].filter(
    (element) =>
      element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) &&
      !element.closest('svg, :disabled, [aria-disabled=true]') &&
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()),
  )
  const isUnreadable = (element: Element) => {
    const [one, other] = [luminance(getComputedStyle(element).color), luminance(groundOf(element))]
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) < 4.5
  }
  return written.filter(isUnreadable).map((element) => element.outerHTML.slice(0, 200))
}

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/**
 * Only violations are reported. Legacy mode checks the page itself without opening another. The builder sends its source
 * of 1.5 MB twice for each look, so each document gets it once instead.
 */
const look = (page: Page, part: string) =>
  new AxeBuilder({ page, axeSource: 'undefined' })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .include(part)

/** Another theme or width may start transitions, and colours are measured as they are at that moment. */
async function transitionsEnd() {
  const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
  await Promise.allSettled(transitions.map(({ finished }) => finished))
}

async function barriers(page: Page, builder: AxeBuilder): Promise<string[]> {
  for (const frame of page.frames()) {
    await frame.evaluate(transitionsEnd)
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  }
  const { violations } = await builder.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
