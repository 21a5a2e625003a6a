/** Numbers from `min` up to `max`; the same seed draws the same picture on every machine. */
export type Random = (min: number, max: number) => number

/** FNV-1a over the seed, then mulberry32: neighbouring numbers must not line up in a picture. */
export function randomFrom(seed: string): Random {
  let state = 2166136261
  for (const character of seed) state = Math.imul(state ^ character.charCodeAt(0), 16777619)
  return (min, max) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return min + (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (max - min)
  }
}
