/** Numbers from 0 up to 1 that look random and are always the same. */
export type Random = () => number

/** Mulberry32, by Tommy Ettinger: the same seed, the same numbers. */
export function seededRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One of several, each as likely as its weight says. There is at least one, and some weight. */
export function pick<T>(random: Random, choices: readonly (readonly [choice: T, weight: number])[]): T {
  const whole = choices.reduce((sum, [, weight]) => sum + weight, 0)
  let rest = random() * whole
  const found = choices.find(([, weight]) => {
    rest -= weight
    return rest < 0
  })
  return (found ?? choices.at(-1)!)[0] // there is at least one
}

/** A whole number whose average is `amount`. */
export const rounded = (random: Random, amount: number) => Math.floor(amount + random())
