/// <reference lib="dom" />
import { loadavg } from 'node:os'
import type { Browser, BrowserContext, Page } from '@playwright/test'

// Measures the editor in a browser, with long articles.

const LINE = 'Every ninety hours the lamp turns toward Earth, and every ninety hours she writes one line. '
export const WORDS_OF_PARAGRAPH = 16 * 5

export const paragraph = (number: number) => ({
  type: 'paragraph',
  children: [{ text: `${number}. ` }, { text: LINE, italic: true }, { text: LINE.repeat(4) }],
})

/** Nearly as long as a text node may be. */
export const longParagraph = { type: 'paragraph', children: [{ text: LINE.repeat(90_000 / LINE.length) }] }

/** Of somebody who is signed in. */
export async function openContext(browser: Browser, token: string): Promise<BrowserContext> {
  const context = await browser.newContext()
  await context.addInitScript((value) => localStorage.setItem('token', value), token)
  return context
}

/** The load average of the last minute. */
export const load = () => `load ${loadavg()[0]?.toFixed(1)}`

declare global {
  interface Window {
    /** Milliseconds from each keydown to the end of the next frame. */
    keyTimes: number[]
  }
}

export async function openArticle(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(watch)
  await page.goto(url)
  await page.locator('[contenteditable] p').first().waitFor()
  return page
}

/** Runs in the page. */
export function watch() {
  window.keyTimes = []
  const { port1, port2 } = new MessageChannel()
  let pressed = 0
  port1.onmessage = () => window.keyTimes.push(performance.now() - pressed)
  const measure = ({ timeStamp }: Event) => {
    pressed = timeStamp
    // A message posted before a frame arrives after it.
    requestAnimationFrame(() => port2.postMessage(null))
  }
  addEventListener('keydown', measure, { capture: true })
}

const KEYS = 50

/** Types, by default in the middle of the text. @returns milliseconds of each key */
export async function typeRound(page: Page, placeCaret = clickInMiddle): Promise<number[]> {
  await page.bringToFront()
  await placeCaret(page)
  await page.evaluate(() => {
    window.keyTimes = []
  })
  for (let key = 0; key < KEYS; key++) await page.keyboard.press(key % 6 === 5 ? 'Space' : 'e')
  await page.waitForFunction((count) => window.keyTimes.length === count, KEYS)
  return page.evaluate(() => window.keyTimes)
}

export async function clickInMiddle(page: Page): Promise<void> {
  const blocks = page.locator('[contenteditable] > p')
  await blocks.nth(Math.floor((await blocks.count()) / 2)).click()
}

/** Places the caret in the first paragraph: 0 is its beginning, 1 its end. */
export const placeAt = (fraction: number) => (page: Page) =>
  page.evaluate((fraction) => {
    const field = document.querySelector<HTMLElement>('[contenteditable]')
    const text = field && document.createTreeWalker(field, NodeFilter.SHOW_TEXT).nextNode()
    field?.focus()
    if (text instanceof Text) getSelection()?.collapse(text, Math.floor(text.length * fraction))
    return new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
  }, fraction)
