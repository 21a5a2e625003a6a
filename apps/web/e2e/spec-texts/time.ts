import { expect, type Locator, type Page } from '@playwright/test'
import type { Call } from './calls.ts'

/** From now on time stands still on this page; `page.clock.runFor` lets it pass. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60 * 60 * 1000)
}

/** Lets stopped time pass in small steps until something is there. */
export async function passTimeUntil(locator: Locator): Promise<void> {
  await expect(async () => {
    await locator.page().clock.runFor(10)
    expect(await locator.isVisible()).toBe(true)
  }).toPass({ intervals: [20], timeout: 60_000 })
}

/** Lets stopped time pass in steps, so that what a timer starts can go on, until one more call is made. */
export async function passTimeUntilMore(asked: () => number, page: Page): Promise<void> {
  const before = asked()
  await expect(async () => {
    if (asked() === before) await page.clock.runFor(500)
    expect(asked()).toBeGreaterThan(before)
  }).toPass({ intervals: [10], timeout: 60_000 })
}

/** Counts how often a procedure is asked for from now on. */
export function countCalls(page: Page, call: Call): () => number {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.includes(call)) count++
  })
  return () => count
}
