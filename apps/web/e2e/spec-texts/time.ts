import { expect, type Locator, type Page } from '@playwright/test'
import type { Call } from './calls.ts'

/** Stops the clock of the page; `page.clock.runFor` advances it. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60 * 60 * 1000)
}

/** Advances the stopped clock in small steps until an element appears. */
export async function passTimeUntil(locator: Locator): Promise<void> {
  await expect(async () => {
    await locator.page().clock.runFor(10)
    expect(await locator.isVisible()).toBe(true)
  }).toPass({ intervals: [20], timeout: 60_000 })
}

/** Advances the stopped clock in steps, so that work started by timers can proceed, until another call is made. */
export async function passTimeUntilMore(asked: () => number, page: Page): Promise<void> {
  const before = asked()
  await expect(async () => {
    if (asked() === before) await page.clock.runFor(2_000)
    expect(asked()).toBeGreaterThan(before)
  }).toPass({ intervals: [10], timeout: 60_000 })
}

/** Counts the calls of a procedure from now on. */
export function countCalls(page: Page, call: Call): () => number {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.includes(call)) count++
  })
  return () => count
}
