import { setTimeout as delay } from 'node:timers/promises'

/** Polls a condition. @returns milliseconds until it holds. @throws when it does not within `limit` milliseconds */
export async function until(
  what: string,
  limit: number,
  holds: () => Promise<boolean> | boolean,
): Promise<number> {
  const begun = performance.now()
  while (!(await holds())) {
    if (performance.now() - begun > limit) throw new Error(`Not within ${limit / 1000} s: ${what}`)
    await delay(25)
  }
  return performance.now() - begun
}
