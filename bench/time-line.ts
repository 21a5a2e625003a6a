/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { load } from './editor-page.ts'
import { fastestAtMost } from './results.ts'

/** Milliseconds from a drag to the painted text. */
const GATE = 100
/** Rounds of each kind. The slowest step of the fastest round counts, as other work of the machine only adds time. */
const ROUNDS = 5

/** The positions of a round. None is visited twice, so that no text is in memory unless it was loaded ahead. */
const DRAGS: Record<string, (round: number) => number[]> = {
  'step by step': (round) => Array.from({ length: 20 }, (_, step) => 990 - 25 * round - step),
  'in steps of ten': (round) => Array.from({ length: 20 }, (_, step) => 790 - 2 * round - 10 * step),
  'to distant places': (round) =>
    Array.from({ length: 10 }, (_, step) => 20 + ((step * 7) % 10) * 50 + 9 * round),
}

/**
 * Measures dragging over the versions of the article that is open with its time line.
 * @param what describes the versions: "1000 versions of 5000 words"
 */
export async function dragTimeLine(page: Page, what: string): Promise<void> {
  await page.getByRole('slider', { name: 'Version' }).waitFor()
  for (const [kind, positionsOf] of Object.entries(DRAGS)) {
    const slowest: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const times: number[] = []
      for (const position of positionsOf(round)) times.push(await timeDrag(page, position))
      slowest.push(Math.max(...times))
    }
    fastestAtMost(`time line of ${what} dragged ${kind}, to text, ${load()}`, slowest, GATE)
  }
}

/** Moves the slider to a version whose title is its number. @returns milliseconds until its text is painted */
const timeDrag = (page: Page, position: number): Promise<number> =>
  page.evaluate(async (position) => {
    const slider = document.querySelector<HTMLInputElement>('.time-line input')
    if (!slider) throw new Error('The time line is not there')
    const isShown = () => document.querySelector('.moment-title')?.textContent === `Version ${position + 1}`
    const begun = performance.now()
    // React ignores a value that is set by the property of the element itself.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(slider, String(position))
    slider.dispatchEvent(new Event('input', { bubbles: true }))
    await new Promise<void>((resolve) => {
      const observer = new MutationObserver(look)
      function look() {
        if (!isShown()) return
        observer.disconnect()
        resolve()
      }
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
      look()
    })
    // A message posted before a frame arrives after it.
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      requestAnimationFrame(() => port2.postMessage(null))
    })
    return performance.now() - begun
  }, position)
