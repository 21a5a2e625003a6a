import type { Block } from '@nightdesk/contracts'
import { countWords } from '../text/text.ts'
import { type IdleWork, inIdleSlices } from './when-idle.ts'

export type TextCounter = ReturnType<typeof createTextCounter>

/** Counts the words of a text, and of the others that it is given, without delaying typing. */
export function createTextCounter(initial: readonly Block[]) {
  // Unchanged blocks are the same objects, so their counts can be cached.
  const known = new WeakMap<Block, number>()
  const listeners = new Set<() => void>()
  let blocks = initial
  let words: number | undefined
  let _running: IdleWork | undefined

  function* countAll(): Generator<undefined, number> {
    for (;;) {
      const counted = blocks
      let sum = 0
      for (const block of counted) {
        const count = known.get(block) ?? (yield* countWords([block]))
        known.set(block, count)
        sum += count
        yield
        if (blocks !== counted) break
      }
      // The text may have changed meanwhile.
      if (blocks === counted) return sum
    }
  }
  const begin = () => {
    _running ??= inIdleSlices(countAll(), (sum) => {
      _running = undefined
      words = sum
      for (const listener of listeners) listener()
    })
  }

  begin()
  return {
    count: (next: readonly Block[]) => {
      blocks = next
      begin()
    },
    /** Undefined until the first count is done. */
    words: () => words,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
