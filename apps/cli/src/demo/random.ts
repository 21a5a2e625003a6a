/** A number from `min` (default 0) up to `max` (default 1). The same seed gives the same numbers on every machine. */
export type Random = (min?: number, max?: number) => number

/** Mulberry32, by Tommy Ettinger. A text is hashed to its seed with FNV-1a, so that similar texts differ in every number. */
export function randomFrom(seed: string | number): Random {
  let state = typeof seed === 'number' ? seed : hash(seed)
  return (min = 0, max = 1) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return min + (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (max - min)
  }
}

function hash(text: string): number {
  let state = 2166136261
  for (const character of text) state = Math.imul(state ^ character.charCodeAt(0), 16777619)
  return state
}

/** Picks one of the choices, each with the probability of its weight. At least one has a weight above 0. */
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
